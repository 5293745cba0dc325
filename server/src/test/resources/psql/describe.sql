create table customer (
  id bigint generated always as identity primary key,
  name varchar(40) not null unique,
  mail text default 'none',
  balance numeric(12,2),
  age integer check (age >= 0),
  born date,
  seen timestamp with time zone default now(),
  tags text[]
);
create table purchase (
  id integer primary key,
  customer_id bigint not null references customer (id) on delete cascade,
  amount double precision,
  paid boolean default false,
  parts smallint not null default 1,
  constraint purchase_sure check (customer_id is not null or paid)
);
create index purchase_customer on purchase (customer_id, amount desc);
create unique index purchase_paid on purchase (id) where paid;
create sequence numbers;
create sequence steps as integer start with 10 increment by 5 maxvalue 1000 cache 20 cycle;
create view rich as select id, name from customer where age > 17;
create type mood as enum ('sad', 'ok', 'happy');
create schema app;
create table app.note (id serial primary key, body text);
comment on table customer is 'who buys';
comment on column customer.name is 'in full';
\echo == d
\d
\echo == d customer
\d customer
\echo == d+ customer
\d+ customer
\echo == d purchase
\d purchase
\echo == d rich
\d rich
\echo == d purchase_customer
\d purchase_customer
\echo == d purchase_paid
\d purchase_paid
\echo == d numbers
\d numbers
\echo == d steps
\d steps
\echo == d app.note
\d app.note
\echo == dt
\dt
\echo == dt app.*
\dt app.*
\echo == dt *.note
\dt *.note
select c.relname, pg_catalog.obj_description(c.oid, 'pg_class') from pg_catalog.pg_class c where relname = 'customer';
\echo == ds
\ds
\echo == di
\di
\echo == dv
\dv
\echo == dn
\dn
create role reader;
create role writer login;
\echo == du *er
\du *er
\du postgres
\echo == dT
\dT
\echo == dT+ mood
\dT+ mood
\echo == df
\df
\echo == dp customer
\dp customer
\echo == dm
\dm
\echo == dE
\dE
\echo == dD
\dD
\echo == dC mood
\dC mood
\echo == d nothing
\d nothing
\echo == dt nothing
\dt nothing
\echo == df lower
\df lower
\echo == df+ nothing
\df+ nothing
\echo == da nothing
\da nothing
\echo == do nothing
\do nothing
\echo == db
\db
\echo == drds
\drds
\echo == dRp
\dRp
\echo == dRs
\dRs
\echo == dX
\dX
\echo == dP
\dP
\echo == des
\des
\echo == dconfig nothing
\dconfig statement_timeout
\echo == dl
\dl
\echo == z
\z
select current_user, session_user, current_database(), current_schema;
\encoding
create table app.plain (n integer);
\echo == dt+ app.plain
\dt+ app.plain
\echo == l colonnade
\l colonnade
drop role reader, writer;
