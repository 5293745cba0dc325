"""psycopg 3: types, prepared statements, COPY, transactions, server-side cursors."""
import datetime
import decimal
import sys
import uuid

import psycopg

conninfo = f"host=127.0.0.1 port={sys.argv[1]} user=postgres dbname=colonnade"
with psycopg.connect(conninfo, autocommit=True) as connection:
    connection.execute("drop table if exists psycopg_rows")
    connection.execute(
        "create table psycopg_rows (id int primary key, name text, amount numeric(10,2), at timestamptz)")
    values = [
        (True, "bool"), (7, "int8"), (1.5, "float8"), (decimal.Decimal("-1.50"), "numeric"),
        ("zwölf", "text"), (b"\x00\xff", "bytea"), (datetime.date(1999, 12, 31), "date"),
        (datetime.datetime(2024, 2, 29, 1, 2, 3), "timestamp"), (uuid.uuid4(), "uuid"),
        ([1, None, 3], "int4[]"), (datetime.timedelta(days=1, seconds=2), "interval")]
    for binary in (False, True):
        for value, sql_type in values:
            cursor = connection.cursor(binary=binary)
            found = cursor.execute(f"select %s::{sql_type}", [value], prepare=True).fetchone()[0]
            assert found == value, (sql_type, binary, value, found)
    with connection.cursor() as cursor:
        with cursor.copy("copy psycopg_rows (id, name, amount) from stdin") as copy:
            for i in range(10_000):
                copy.write_row((i, f"name {i}" if i % 3 else None, i))
        with cursor.copy("copy psycopg_rows to stdout") as copy:
            assert sum(1 for _ in copy.rows()) == 10_000
        cursor.executemany(
            "insert into psycopg_rows (id, name) values (%s, %s)",
            [(10_000 + i, "more") for i in range(100)])
    try:
        with connection.transaction():
            connection.execute("delete from psycopg_rows")
            connection.execute("select 1/0")
    except psycopg.errors.DivisionByZero:
        pass
    count = connection.execute("select count(*) from psycopg_rows").fetchone()[0]
    assert count == 10_100, count
    with connection.pipeline():
        results = [connection.execute("select %s::int", [i]) for i in range(50)]
    assert [result.fetchone()[0] for result in results] == list(range(50))
    connection.execute("drop table psycopg_rows")
print("ok")
