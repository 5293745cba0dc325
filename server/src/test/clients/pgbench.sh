#!/bin/sh
# pgbench: nextval, point reads and the TPC-B-like script, prepared. PORT [SECONDS]
set -eu
export PGHOST=127.0.0.1 PGPORT="$1" PGUSER=postgres PGDATABASE=colonnade
seconds="${2:-5}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
psql -X -q -v ON_ERROR_STOP=1 <<SQL
drop table if exists pgbench_accounts, pgbench_branches, pgbench_tellers, pgbench_history;
drop sequence if exists pgbench_values;
drop sequence if exists pgbench_rows;
create sequence pgbench_values cache 100;
create sequence pgbench_rows cache 100;
create table pgbench_branches (bid int primary key, bbalance int, filler char(88));
create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84));
create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84));
create table pgbench_history (id bigint primary key default nextval('pgbench_rows'),
  tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
insert into pgbench_branches values (1, 0, '');
insert into pgbench_tellers select n, 1, 0, '' from generate_series(1, 10) n;
SQL
seq 1 100000 | sed 's/$/,1,0,/' | psql -X -q -c '\copy pgbench_accounts from stdin csv'
echo "select nextval('pgbench_values');" > "$folder/nextval.sql"
printf "select nextval('pgbench_values');\ndiscard sequences;\n" > "$folder/discard.sql"
for script in nextval discard; do
  echo "$script: $(pgbench -n -M prepared -c 10 -T "$seconds" -f "$folder/$script.sql" | grep ^tps)"
done
for clients in 1 10; do
  echo "select, $clients: $(pgbench -n -s 1 -S -M prepared -c "$clients" -T "$seconds" | grep ^tps)"
  echo "tpcb, $clients: $(pgbench -n -s 1 -M prepared -c "$clients" -T "$seconds" | grep ^tps)"
done
