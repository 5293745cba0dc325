package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.archive.ArchiveConfig;
import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** RESTORE DATABASE: a database of a backup in the running store. */
class RestoreDatabaseTest extends RestoreFixture {
  /** Objects of all kinds, with references between them. */
  private static final List<String> OBJECTS =
      List.of(
          "create schema s2 authorization owner1",
          "create type mood as enum ('sad', 'ok', 'happy')",
          "alter type mood add value 'meh' before 'ok'",
          "create type gone as enum ('a', 'b')",
          "create domain posint as int check (value > 0) default 7",
          "create domain posints as posint[]",
          "create type addr as (street text, m mood, n posint)",
          "create table s2.parent (id bigint generated always as identity primary key,"
              + " name text not null unique, created date default '2026-01-01')",
          "create table child (id serial primary key, p bigint references s2.parent (id) on delete"
              + " cascade, m mood default 'ok', a addr, tags text[], d posint, ds posints, amount"
              + " numeric(12,2) check (amount >= 0), g int generated always as (id * 2) stored,"
              + " self int references child (id) deferrable initially deferred, constraint u unique"
              + " (p, m))",
          "create index on child ((coalesce(m, 'meh'))) where amount > 5",
          "create index child_tags on child (tags desc) include (amount)",
          "create table nokey (x int, y mood[], z jsonb, old gone)",
          "create sequence free start 100 increment 5 cache 20 cycle maxvalue 1000000",
          "create view v as select c.id, c.m, p.name from child c join s2.parent p on c.p = p.id",
          "create view s2.vv with (security_invoker = true) as select * from child"
              + " where m = 'happy' with cascaded check option",
          "comment on database shop is 'the shop'",
          "comment on schema s2 is 'second'",
          "comment on column child.amount is 'amount of'",
          "comment on index child_tags is 'by tags'",
          "comment on constraint u on child is 'one of each'",
          "comment on type mood is 'moods'",
          "comment on view v is 'names'",
          "alter table child owner to owner1",
          "grant select (id, m), update (amount) on child to reader",
          "grant usage on schema s2 to reader with grant option",
          "grant select on v to public",
          "grant usage on sequence free to reader",
          "alter default privileges in schema s2 grant select on tables to reader",
          "alter table child enable row level security",
          "alter table child force row level security",
          "create policy few on child for select to reader using (amount < 100)",
          "alter database shop set statement_timeout = '1min'",
          "alter role reader in database shop set work_mem = '8MB'");

  private static final List<String> ROWS =
      List.of(
          "insert into s2.parent (name) select 'p' || i from generate_series(1, 300) i",
          "insert into child (p, m, a, tags, d, ds, amount)"
              + " select 1 + i % 300, (array['sad','meh','ok','happy'])[1 + i / 300]::mood,"
              + " row('st ' || i, 'meh', 3)::addr, array['t' || i], 1 + i, array[i + 1], i / 4.0"
              + " from generate_series(0, 1199) i",
          "insert into nokey select i, array['sad','happy']::mood[], jsonb_build_object('i', i),"
              + " 'b' from generate_series(1, 3000) i",
          "delete from child where id % 7 = 0",
          "update child set amount = amount + 1 where id % 5 = 0",
          "alter table nokey add column w text default 'dflt'",
          "alter table nokey drop column old",
          "drop type gone",
          "alter table nokey drop column x");

  private static final String OURS =
      " nspname not in ('pg_catalog', 'information_schema') and nspname not like 'pg_toast%' ";

  /** Queries of the catalog and of all rows of a database, without OIDs. */
  private static final List<String> CATALOG =
      List.of(
          "select nspname, pg_get_userbyid(nspowner), nspacl::text,"
              + " obj_description(oid, 'pg_namespace') from pg_namespace where"
              + OURS
              + "order by 1",
          "select nspname, relname, relkind, pg_get_userbyid(relowner), relacl::text,"
              + " relrowsecurity, relforcerowsecurity, reloptions::text,"
              + " obj_description(c.oid, 'pg_class')"
              + " from pg_class c join pg_namespace n on n.oid = relnamespace where"
              + OURS
              + "order by 1, 2",
          "select nspname, relname, attname, format_type(atttypid, atttypmod), attnotnull,"
              + " attidentity, attgenerated, attacl::text, pg_get_expr(adbin, adrelid),"
              + " col_description(c.oid, attnum) from pg_attribute a"
              + " join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace"
              + " left join pg_attrdef d on adrelid = attrelid and adnum = attnum where"
              + OURS
              + "and attnum > 0 and not attisdropped order by 1, 2, attnum",
          "select conname, pg_get_constraintdef(c.oid), obj_description(c.oid, 'pg_constraint')"
              + " from pg_constraint c join pg_namespace n on n.oid = connamespace where"
              + OURS
              + "order by 1, 2",
          "select indexdef from pg_indexes where schemaname in ('public', 's2') order by 1",
          "select schemaname, viewname, definition from pg_views"
              + " where schemaname in ('public', 's2') order by 1, 2",
          "select typname, typtype, pg_get_userbyid(typowner), format_type(typbasetype, typtypmod),"
              + " typdefault, obj_description(t.oid, 'pg_type') from pg_type t"
              + " join pg_namespace n on n.oid = typnamespace where"
              + OURS
              + "order by 1",
          "select typname, enumlabel from pg_enum join pg_type t on t.oid = enumtypid"
              + " order by 1, enumsortorder",
          "select polname, polcmd, polroles::text, pg_get_expr(polqual, polrelid) from pg_policy",
          "select nspname, pg_get_userbyid(defaclrole), defaclobjtype, defaclacl::text"
              + " from pg_default_acl left join pg_namespace n on n.oid = defaclnamespace",
          "select setrole, setconfig::text from pg_db_role_setting where setdatabase ="
              + " (select oid from pg_database where datname = current_database()) order by 1",
          "select schemaname, sequencename, start_value, min_value, max_value, increment_by, cycle,"
              + " cache_size from pg_sequences order by 1, 2",
          "select pg_get_userbyid(datdba), datacl::text, shobj_description(oid, 'pg_database')"
              + " from pg_database where datname = current_database()",
          "select * from s2.parent order by id",
          "select * from child order by id",
          "select * from nokey order by z -> 'i'",
          "select * from v order by id",
          "select * from s2.vv order by id");

  private List<List<List<@Nullable Object>>> contentOf(String name) {
    List<List<List<@Nullable Object>>> content = new ArrayList<>();
    try (Session other = database.login("postgres", name)) {
      CATALOG.forEach(query -> content.add(other.sql().execute(query).toList()));
    }
    return content;
  }

  private void createShop() {
    run("create role owner1 login", "create role reader", "create database shop owner owner1");
    runIn("shop", OBJECTS);
    runIn("shop", ROWS);
  }

  @Test
  void shouldRestoreAllOfADatabase() throws IOException {
    createShop();
    List<List<List<@Nullable Object>>> before = contentOf("shop");
    backUp();
    runIn("shop", List.of("drop table child cascade", "update s2.parent set name = 'x' || id"));
    List<List<List<@Nullable Object>>> changed = contentOfChanged();
    run("restore database shop from '%s' as copy".formatted(backups()));
    assertThat(databases()).containsExactly("colonnade", "copy", "postgres", "shop");
    assertThat(contentOf("copy")).isEqualTo(before);
    assertThat(contentOfChanged()).isEqualTo(changed);
    assertNothingLeft();
    assertSound();
    assertThat(contentOf("copy")).isEqualTo(before);
  }

  private List<List<List<@Nullable Object>>> contentOfChanged() {
    return List.of(
        rowsIn("shop", "select * from s2.parent order by id"),
        rowsIn("shop", "select * from nokey order by z -> 'i'"));
  }

  @Test
  void shouldMakeADatabaseThatWorksAsTheOther() {
    createShop();
    backUp();
    run("restore database shop from '%s' as copy".formatted(backups()));
    runIn(
        "copy",
        List.of(
            "insert into child (p, amount) select id, 3 from s2.parent where id > 290"
                + " on conflict do nothing",
            "delete from s2.parent where id = 1",
            "alter type mood add value 'new'",
            "insert into nokey (y) values (array['new']::mood[])",
            "alter table child add column more int default 3",
            "create index on nokey (w)"));
    assertThat(rowsIn("copy", "select count(*) from child where p = 1"))
        .isEqualTo(List.of(List.of(0L)));
    assertThat(rowsIn("shop", "select count(*) > 0 from child where p = 1"))
        .isEqualTo(List.of(List.of(true)));
    for (String wrong :
        List.of(
            "insert into child (p) values (100000)",
            "insert into child (d) values (-1)",
            "insert into child (amount) values (-1)",
            "insert into s2.parent (name) values ('p7')")) {
      assertThatThrownBy(() -> runIn("copy", List.of(wrong)))
          .isInstanceOf(ColonnadeException.class);
    }
    run("drop database shop");
    assertThat(rowsIn("copy", "select count(*) from nokey where 'sad' = any(y)"))
        .isEqualTo(List.of(List.of(3000L)));
    run("drop database copy");
    assertSound();
    assertThat(database.catalog().snapshot().types()).isEmpty();
    assertThat(database.statistics().data().liveRows()).isZero();
  }

  @Test
  void shouldNeverRepeatValuesOfSequences() {
    createShop();
    List<List<@Nullable Object>> used =
        rowsIn("shop", "select nextval('free') from generate_series(1, 50)");
    backUp();
    run("restore database shop from '%s' as copy".formatted(backups()));
    List<List<@Nullable Object>> next =
        rowsIn("copy", "select nextval('free') from generate_series(1, 50)");
    assertThat(next).doesNotContainAnyElementsOf(used);
    runIn("copy", List.of("insert into s2.parent (name) values ('next')"));
    assertThat(rowsIn("copy", "select count(*), count(distinct id) from s2.parent"))
        .isEqualTo(List.of(List.of(301L, 301L)));
    runIn("copy", List.of("insert into child (m) select 'ok' from generate_series(1, 1500)"));
    assertThat(rowsIn("copy", "select count(*) = count(distinct id) from child"))
        .isEqualTo(List.of(List.of(true)));
  }

  @Test
  void shouldRestoreTheBuiltInDatabase() {
    run("create table t (a int primary key, b text)", "insert into t values (1, 'x')");
    backUp();
    run("restore database colonnade from '%s' as old".formatted(backups()));
    assertThat(rowsIn("old", "select * from t")).isEqualTo(List.of(List.of(1, "x")));
    runIn("old", List.of("insert into t values (2, 'y')"));
    assertThat(rowsIn("colonnade", "select count(*) from t")).isEqualTo(List.of(List.of(1L)));
  }

  @Test
  void shouldRestoreADatabaseWithoutTheSchemaPublic() {
    run("create database bare");
    runIn("bare", List.of("create schema sole", "create table sole.t (a int)"));
    runIn("bare", List.of("drop schema public"));
    backUp();
    run("drop database bare", "restore database bare from '%s'".formatted(backups()));
    assertThat(
            rowsIn(
                "bare", "select nspname from pg_namespace where" + OURS.replace("_toast%", "\\_%")))
        .isEqualTo(List.of(List.of("sole")));
  }

  @Test
  void shouldRefuseWhatIsNotPossible() throws IOException {
    createShop();
    backUp();
    assertFails(
        "restore database shop from '%s'".formatted(backups()),
        ErrorCode.DUPLICATE_DATABASE,
        "database \"shop\" already exists");
    assertThat(ErrorCode.DUPLICATE_DATABASE.sqlState()).isEqualTo("42P04");
    assertFails(
        "restore database none from '%s'".formatted(backups()), ErrorCode.UNKNOWN_DATABASE, "none");
    assertFails(
        "restore database shop from '%s' as copy (number 7)".formatted(backups()),
        ErrorCode.STORE_IO,
        "no such backup");
    assertFails("restore database shop from '/no/such' as copy", ErrorCode.STORE_IO, "no backup");
    assertFails(
        "restore database shop from 'relative' as copy",
        ErrorCode.INVALID_ARGUMENT,
        "relative path");
    assertFails(
        "restore database shop from '%s' as copy (keep 1)".formatted(backups()),
        ErrorCode.SYNTAX_ERROR,
        "unrecognized RESTORE option");
    assertFails(
        "restore database shop from '%s' as copy at '2026-01-01'".formatted(backups()),
        ErrorCode.INVALID_ARGUMENT,
        "AT requires the option archive");
    run("begin");
    assertFails(
        "restore database shop from '%s' as copy".formatted(backups()),
        ErrorCode.ACTIVE_TRANSACTION,
        "transaction block");
    run("rollback");
    assertNothingLeft();
  }

  @Test
  void shouldRefuseRolesThatDoNotExist() throws IOException {
    createShop();
    backUp();
    run("drop database shop", "drop role reader", "drop role owner1");
    int sequences = database.sequences().all().size();
    assertFails(
        "restore database shop from '%s'".formatted(backups()),
        ErrorCode.UNKNOWN_OBJECT,
        "role \"owner1\" does not exist");
    assertNothingLeft();
    assertThat(database.sequences().all()).hasSize(sequences);
    run("create role owner1", "create role reader");
    run("restore database shop from '%s'".formatted(backups()));
    assertThat(
            rowsIn(
                "shop",
                "select pg_get_userbyid(relowner) from pg_class" + " where relname = 'child'"))
        .isEqualTo(List.of(List.of("owner1")));
  }

  @Test
  void shouldBeForSuperusersOnly() {
    run("create database shop", "create role eve login createdb createrole");
    run("grant pg_read_server_files, pg_read_all_data, pg_write_all_data to eve");
    backUp();
    try (Session eve = database.login("eve", "colonnade")) {
      assertThatThrownBy(
              () ->
                  run(eve, List.of("restore database shop from '%s' as copy".formatted(backups()))))
          .isInstanceOfSatisfying(
              ColonnadeException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INSUFFICIENT_PRIVILEGE));
    }
    assertThat(databases()).doesNotContain("copy");
  }

  @Test
  void shouldRefuseDamagedBackups() throws IOException {
    createShop();
    backUp();
    damageBackups();
    assertFails(
        "restore database shop from '%s' as copy".formatted(backups()),
        ErrorCode.STORE_CORRUPT,
        "damaged");
    assertThat(databases()).doesNotContain("copy");
    assertNothingLeft();
  }

  @Test
  void shouldRestoreToAPointInTime() throws IOException {
    session.close();
    database.close();
    config = config.withArchive(ArchiveConfig.to(folder.resolve("archive")));
    reopen();
    run("create database shop");
    runIn("shop", List.of("create table t (a int)", "insert into t values (1)"));
    backUp();
    runIn("shop", List.of("insert into t values (2)"));
    String time =
        String.valueOf(
            session
                .sql()
                .execute(
                    "select to_char(clock_timestamp() at time zone 'UTC',"
                        + " 'YYYY-MM-DD HH24:MI:SS.US') || 'Z'")
                .toList()
                .getFirst()
                .getFirst());
    runIn("shop", List.of("insert into t values (3)"));
    String archive = folder.resolve("archive").toString();
    run(
        "restore database shop from '%s' as past at '%s' (archive '%s')"
            .formatted(backups(), time, archive));
    assertThat(rowsIn("past", "select sum(a) from t")).isEqualTo(List.of(List.of(3L)));
    run("restore database shop from '%s' as late (archive '%s')".formatted(backups(), archive));
    assertThat(rowsIn("late", "select sum(a) from t")).isEqualTo(List.of(List.of(6L)));
    run("restore database shop from '%s' as first".formatted(backups()));
    assertThat(rowsIn("first", "select sum(a) from t")).isEqualTo(List.of(List.of(1L)));
    assertFails(
        "restore database shop from '%s' as no at '2001-01-01' (archive '%s')"
            .formatted(backups(), archive),
        ErrorCode.STORE_IO,
        "older than the target");
    assertNothingLeft();
  }
}
