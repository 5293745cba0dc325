DROP VIEW IF EXISTS totals;
CREATE VIEW totals AS
  SELECT customer_id, sum(total) AS total FROM purchase GROUP BY customer_id;
