#!/bin/sh
# psql: what people type first. PORT
set -eu
export PGHOST=127.0.0.1 PGPORT="$1" PGUSER=postgres PGDATABASE=colonnade
run() { psql -X -q -v ON_ERROR_STOP=1 "$@"; }
run -c 'drop table if exists psql_rows' \
    -c 'create table psql_rows (id int primary key, name text)' \
    -c "insert into psql_rows values (1, 'one'), (2, null)"
printf '3\tthree\n4\t\\N\n' | run -c '\copy psql_rows from stdin'
test "$(run -At -c 'select count(*), count(name) from psql_rows')" = '4|2'
test "$(run -c "\\copy (select * from psql_rows where id > 2 order by id) to stdout csv")" = '3,three
4,'
test "$(run -At --single-transaction -c 'delete from psql_rows' -c 'select count(*) from psql_rows')" = '0'
for command in '\d' '\dt' '\d psql_rows' '\di' '\ds' '\dn' '\du'; do
  run -c "$command" > /dev/null
done
run -c 'drop table psql_rows'
echo ok
