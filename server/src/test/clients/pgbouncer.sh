#!/bin/sh
# PgBouncer in front, pooling by session and by transaction: pgbench with more clients than connections. PORT
set -eu
export PATH="$PATH:/usr/sbin" PGUSER=postgres PGDATABASE=colonnade
folder=$(mktemp -d)
chmod 777 "$folder"
bouncer=
trap '[ -z "$bouncer" ] || kill "$bouncer"; rm -rf "$folder"' EXIT
as=
[ "$(id -u)" -ne 0 ] || as="-u nobody"
for mode in session transaction; do
  cat > "$folder/$mode.ini" <<CONFIG
[databases]
colonnade = host=127.0.0.1 port=$1 dbname=colonnade user=postgres
[pgbouncer]
listen_addr =
unix_socket_dir = $folder
auth_type = any
pool_mode = $mode
default_pool_size = 4
server_reset_query_always = 1
CONFIG
  chmod 644 "$folder/$mode.ini"
  pgbouncer -q $as "$folder/$mode.ini" &
  bouncer=$!
  export PGHOST="$folder" PGPORT=6432
  for attempt in 1 2 3 4 5 6 7 8 9 10; do
    if psql -X -q -c 'select 1' > /dev/null 2>&1; then break; fi
    sleep 1
  done
  pgbench -i -q -s 1 > /dev/null 2>&1
  for protocol in simple extended; do
    pgbench -n -M "$protocol" -c 4 -t 25 > "$folder/out"
    grep -q '^number of failed transactions: 0 ' "$folder/out"
    echo "$mode, $protocol: $(grep ^tps "$folder/out")"
  done
  test "$(psql -X -At -c 'select (select sum(abalance) from pgbench_accounts) = (select sum(delta) from pgbench_history)')" = t
  kill "$bouncer"
  wait "$bouncer" || true
  bouncer=
done
echo ok
