CREATE TYPE purchase_status AS ENUM ('open', 'paid', 'sent');
ALTER TABLE purchase ADD COLUMN status purchase_status NOT NULL DEFAULT 'open';
INSERT INTO customer (name) VALUES ('Ada; Lovelace'), ('Grace');
CREATE VIEW paid AS SELECT id, total FROM purchase WHERE status = 'paid';
