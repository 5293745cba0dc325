"""ADBC into pandas and polars: queries, bulk ingestion by COPY, the catalogue.

Prints what it reads: run it against PostgreSQL as well and compare.
"""
import sys
import adbc_driver_postgresql.dbapi as adbc
import pandas, polars, pyarrow as pa
uri = f"postgresql://postgres@127.0.0.1:{sys.argv[1]}/postgres"
with adbc.connect(uri) as c:
    with c.cursor() as cur:
        cur.execute("drop table if exists adbc_rows")
        c.commit()
        t = pa.table({"id": pa.array(range(10000), pa.int64()), "name": [f"n{i}" if i % 3 else None for i in range(10000)], "v": pa.array([i / 4 for i in range(10000)], pa.float64())})
        print("ingested", cur.adbc_ingest("adbc_rows", t, mode="create"))
        c.commit()
        cur.execute("select id, name, v, v::numeric(12,3) as n, now()::date > '2000-01-01' as b, '2024-01-02 03:04:05'::timestamp as ts, array[1,2] as a from adbc_rows order by id")
        f = cur.fetch_arrow_table()
        print(f.schema.names, [str(x) for x in f.schema.types], f.num_rows)
        cur.execute("select * from adbc_rows where id = $1", (7,))
        print(cur.fetchall())
    print(c.adbc_get_table_schema("adbc_rows"))
    o = c.adbc_get_objects(depth="all", table_name_filter="adbc_rows").read_all().to_pylist()
    for cat in o:
        if cat["catalog_name"] == "postgres":
            for s in cat["catalog_db_schemas"]:
                if s["db_schema_name"] == "public":
                    for tb in s["db_schema_tables"]:
                        print(tb["table_name"], [(x["column_name"], x["ordinal_position"]) for x in tb["table_columns"]], tb["table_constraints"])
    df = pandas.read_sql("select id, v from adbc_rows where id < 5 order by id", c)
    print(df)
    print(polars.read_database("select count(*) as n, sum(v) as s from adbc_rows", c))
print(polars.read_database_uri("select id, name from adbc_rows where id < 3 order by id", uri, engine="adbc"))
print("ok")
