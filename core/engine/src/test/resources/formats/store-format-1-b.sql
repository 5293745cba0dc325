-- Written by StoredFormatWriter into store-format-1-b.zip. What came after store-format-1: roles and privileges, row-level
-- security, row types, domains, comments, JSONB keys, columns of older rows, deleted spans, several databases.
create role app login;
create role auditor;
create role reader in role auditor;
create schema shop authorization app;
create domain shop.quantity as integer check (value > 0);
create type shop.state as enum ('new', 'paid', 'sent');
create type shop.place as (street text, number integer);
create sequence shop.numbers start 1000 increment 5 cache 20;
create table shop.customers (id integer generated always as identity primary key, name text not null, home shop.place,
  score double precision default 0.5, full_name text generated always as (upper(name)) stored, tags text[] default '{}');
create table shop.orders (number bigint default nextval('shop.numbers') primary key,
  customer integer not null references shop.customers on delete cascade, amount shop.quantity,
  state shop.state default 'new', doc jsonb, placed timestamptz);
create unique index orders_doc on shop.orders ((doc -> 'key'));
create index orders_open on shop.orders (customer, placed desc) include (amount) where state <> 'sent';
create table shop.documents (key jsonb primary key, body text);
create table shop.log (id bigint primary key, line text);
create view shop.totals as select c.name, sum(o.amount) as total from shop.customers c join shop.orders o on o.customer = c.id group by c.name;
insert into shop.customers (name, home, tags) select 'customer ' || g, row('street ' || g, g)::shop.place, array['t' || g, null] from generate_series(1, 50) g;
insert into shop.orders (customer, amount, state, doc, placed) select 1 + g % 50, g, (array['new', 'paid', 'sent']::shop.state[])[1 + g % 3], jsonb_build_object('key', g), timestamptz '2026-01-01 00:00+00' + g * interval '1 hour' from generate_series(1, 200) g;
insert into shop.documents values ('{"a": 1}', 'one'), ('[1, 2]', 'two'), ('"text"', 'three'), ('null', 'four');
insert into shop.log select g, repeat('line ' || g || ' ', 20) from generate_series(1, 3000) g;
alter table shop.log add column level integer default 3;
delete from shop.log where id > 100;
update shop.customers set score = id / 4.0 where id <= 10;
delete from shop.customers where id = 50;
alter table shop.customers enable row level security;
create policy own on shop.customers for select to auditor using (id % 2 = 0);
grant usage on schema shop to auditor;
grant select on shop.customers, shop.totals to auditor;
grant update (name) on shop.customers to app with grant option;
comment on table shop.orders is 'orders of customers';
comment on column shop.orders.amount is 'pieces';
create database second;
