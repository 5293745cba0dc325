"""SQLAlchemy over psycopg and asyncpg: reflection, ORM, alembic's comparison.

Prints what reflection finds: run it against PostgreSQL as well and compare.
"""
import asyncio
import sys
import sqlalchemy as sa
from sqlalchemy import orm
from sqlalchemy.ext.asyncio import create_async_engine

host, port = "127.0.0.1", sys.argv[1]
DDL = """
drop table if exists sa_item; drop table if exists sa_order; drop view if exists sa_view;
create table sa_order (id serial primary key, customer varchar(40) not null default 'x', placed timestamptz default now());
create table sa_item (order_id int not null references sa_order(id) on delete cascade, line int, price numeric(10,2) check (price >= 0), note text, primary key (order_id, line));
create unique index sa_item_note on sa_item (note, line desc);
create view sa_view as select customer, id from sa_order;
comment on table sa_order is 'orders';
comment on column sa_order.customer is 'who';
"""

def reflected(connection):
    insp = sa.inspect(connection)
    out = {}
    for t in ("sa_order", "sa_item"):
        out[t] = dict(
            columns=[(c["name"], str(c["type"]), c["nullable"], c["default"], c.get("comment")) for c in insp.get_columns(t)],
            pk=insp.get_pk_constraint(t),
            fks=insp.get_foreign_keys(t),
            indexes=insp.get_indexes(t),
            uniques=insp.get_unique_constraints(t),
            checks=insp.get_check_constraints(t),
            comment=insp.get_table_comment(t),
        )
    out["views"] = insp.get_view_names()
    out["view columns"] = [(c["name"], str(c["type"])) for c in insp.get_columns("sa_view")]
    out["schemas"] = sorted(s for s in insp.get_schema_names() if s != "colonnade")
    out["sequences"] = insp.get_sequence_names()
    out["tables"] = sorted(t for t in insp.get_table_names() if t.startswith("sa_"))
    meta = sa.MetaData()
    meta.reflect(connection, only=["sa_order", "sa_item"], views=False)
    out["metadata"] = sorted(str(c) for t in meta.tables.values() for c in t.columns)
    return out

class Base(orm.DeclarativeBase):
    pass

class Order(Base):
    __tablename__ = "sa_order"
    id: orm.Mapped[int] = orm.mapped_column(primary_key=True)
    customer: orm.Mapped[str]

def crud(engine):
    with orm.Session(engine) as s:
        s.add_all([Order(customer=f"c{i}") for i in range(20)])
        s.commit()
        first = s.scalars(sa.select(Order).where(Order.customer == "c3")).one()
        first.customer = "changed"
        s.commit()
        s.delete(first)
        s.commit()
        with s.begin_nested():
            s.add(Order(customer="nested"))
        s.commit()
        return s.scalar(sa.select(sa.func.count()).select_from(Order))

def show(value, indent=0):
    for k, v in value.items():
        print(" " * indent + f"{k}: {v}" if not isinstance(v, dict) or indent else f"{k}:")
        if isinstance(v, dict) and not indent:
            show(v, 2)

engine = sa.create_engine(f"postgresql+psycopg://postgres@{host}:{port}/postgres")
with engine.begin() as c:
    for s in DDL.split(";"):
        if s.strip():
            c.execute(sa.text(s))
with engine.connect() as c:
    show(reflected(c))
assert crud(engine) == 20

from alembic.migration import MigrationContext
from alembic.autogenerate import compare_metadata
with engine.connect() as c:
    meta = sa.MetaData()
    meta.reflect(c, only=["sa_order", "sa_item"])
    diff = compare_metadata(MigrationContext.configure(c, opts={"include_object": lambda o, n, t, r, ct: t != "table" or n.startswith("sa_")}), meta)
    assert diff == [], diff

async def main():
    e = create_async_engine(f"postgresql+asyncpg://postgres@{host}:{port}/postgres")
    async with e.connect() as c:
        out = await c.run_sync(reflected)
        print("asyncpg", len(out["metadata"]), out["sa_item"]["pk"])
        r = await c.execute(sa.text("select id, customer from sa_order order by id limit 2"))
        print([tuple(x) for x in r])
    await e.dispose()
asyncio.run(main())
print("ok")
