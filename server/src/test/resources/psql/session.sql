\timing off
select 1 as one, 'two' as two, null as three, true as four, 1.50 as five;
\x on
select 1 as one, 'two' as two;
\x off
\pset null '(null)'
select null as nothing;
\a
select 1, 2;
\a

select 5 as five, 'x' as letter \gset
\echo :five :letter
select 'select ' || n from generate_series(1, 2) n \gexec
select 1 \; select 2;
create table pivot (r text, c text, v integer);
insert into pivot values ('a', 'x', 1), ('a', 'y', 2), ('b', 'x', 3);
select 1 as n, 2.5 as d, 'x' as t, true as b, null as u \gdesc
prepare p (int, text) as select $1 + 1 as n, $2 as t;
execute p (1, 'x');
deallocate p;
begin;
declare c cursor for select * from generate_series(1, 5) n;
fetch 2 from c;
fetch all from c;
close c;
commit;
\set FETCH_COUNT 2
select n from generate_series(1, 5) n;
\unset FETCH_COUNT
select r, c, v from pivot order by 1, 2 \crosstabview
\set AUTOCOMMIT off
insert into pivot values ('c', 'x', 9);
rollback;
\set AUTOCOMMIT on
select count(*) from pivot;
\set ON_ERROR_ROLLBACK on
begin;
select 1/0;
select 2;
commit;
\if :{?five}
\echo five is set
\endif
show search_path;
set search_path to pg_catalog;
show search_path;
reset search_path;
select version() like 'PostgreSQL 15%';
discard all;
values (1, 'a'), (2, 'b');
table pivot;
\echo :ROW_COUNT :ERROR :SQLSTATE
