"""asyncpg: everything in binary, prepared statements, COPY, cursors, transactions."""
import asyncio
import datetime
import decimal
import sys
import uuid

import asyncpg


async def main():
    connection = await asyncpg.connect(
        host="127.0.0.1", port=int(sys.argv[1]), user="postgres", database="colonnade")
    await connection.execute("drop table if exists asyncpg_rows")
    await connection.execute("create table asyncpg_rows (id int primary key, name text, amount numeric(10,2))")
    values = [
        (True, "bool"), (7, "int8"), (-3, "int4"), (1.5, "float8"), (decimal.Decimal("-1.50"), "numeric"),
        ("zwölf", "text"), (b"\x00\xff", "bytea"), (datetime.date(1999, 12, 31), "date"),
        (datetime.datetime(2024, 2, 29, 1, 2, 3), "timestamp"), (uuid.uuid4(), "uuid"),
        (datetime.timedelta(days=1, seconds=2), "interval")]
    for value, sql_type in values:
        found = await connection.fetchval(f"select $1::{sql_type}", value)
        assert found == value, (sql_type, value, found)
    await connection.copy_records_to_table(
        "asyncpg_rows", columns=["id", "name", "amount"],
        records=[(i, f"name {i}", decimal.Decimal(i)) for i in range(10_000)])
    async with connection.transaction():
        seen = [row["id"] async for row in connection.cursor("select id from asyncpg_rows order by id")]
    assert seen == list(range(10_000))
    try:
        async with connection.transaction():
            await connection.execute("delete from asyncpg_rows")
            await connection.execute("select 1/0")
    except asyncpg.DivisionByZeroError:
        pass
    assert await connection.fetchval("select count(*) from asyncpg_rows") == 10_000
    await connection.execute("drop table asyncpg_rows")
    await connection.reset()
    await connection.close()
    print("ok")


asyncio.run(main())
