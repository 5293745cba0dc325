package dev.colonnade.sql;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.sql.system.SystemColumn;
import dev.colonnade.sql.system.SystemKey;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.system.SystemTables;
import dev.colonnade.sql.system.table.SystemTableScan;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the system tables. */
class SystemTablesTest {
  private static final long MIB = 1024 * 1024;

  @TempDir private Path folder;
  private Database database;
  private SqlSession session;

  @BeforeEach
  public void open() {
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    database = Database.open(StorageConfig.at(folder).withStore(store));
    session = database.session("test").sql();
    session
        .execute(
            "create table public.t (id int primary key, name varchar(20) not null, x numeric(8,2))")
        .close();
  }

  @AfterEach
  public void close() {
    database.close();
  }

  private List<List<@Nullable Object>> rows(String sql) {
    return session.execute(sql).toList();
  }

  @Test
  void shouldReadEveryTableOfTheSystem() {
    SoftAssertions softly = new SoftAssertions();
    for (SystemTable table : SystemTables.all()) {
      softly
          .assertThatCode(() -> rows("select * from " + table.schema() + "." + table.name()))
          .as(table.toString())
          .doesNotThrowAnyException();
    }
    softly.assertAll();
  }

  /** Reads tables whose rows change neither with time nor with statements. */
  @Test
  void shouldReadTheSameValuesOfAColumnAloneAsOfTheWholeTable() {
    SoftAssertions softly = new SoftAssertions();
    for (String name : List.of("pg_class", "pg_attribute", "pg_type", "pg_namespace", "pg_views")) {
      SystemTable table = requireNonNull(SystemTables.of(SystemTable.CATALOG_SCHEMA).get(name));
      List<List<@Nullable Object>> all = rows("select * from " + name);
      for (int i = 0; i < table.columns().size(); i++) {
        int index = i;
        String column = table.columns().get(i).name();
        softly
            .assertThat(rows("select \"%s\" from %s".formatted(column, name)))
            .as(name + "." + column)
            .isEqualTo(all.stream().map(row -> Collections.singletonList(row.get(index))).toList());
      }
    }
    softly.assertAll();
  }

  @Test
  void shouldEstimateTheNumberOfRows() {
    SoftAssertions softly = new SoftAssertions();
    for (SystemTable table : SystemTables.of(SystemTable.CATALOG_SCHEMA).values()) {
      double estimate = SystemTableScan.estimatedRows(table);
      int count = rows("select 1 from pg_catalog." + table.name()).size();
      softly
          .assertThat(estimate)
          .as("%s rows=%d", table, count)
          .isBetween(Math.max(1, count / 10.0), Math.max(1, count) + 500.0);
    }
    softly.assertAll();
  }

  /** A list of two values is no key of a scan: its rows come from a scan of the whole table. */
  @Test
  void shouldFindTheSameRowsByAKeyAsByAScan() {
    session.execute("create view v as select id, name from t").close();
    session.execute("create type mood as enum ('sad', 'happy')").close();
    session.execute("create type pair as (a int, b mood)").close();
    session.execute("create domain positive as int check (value > 0)").close();
    session
        .execute("create table u (k serial unique, t int references t, p positive, check (k > 0))")
        .close();
    session.execute("create index u_t on u (t)").close();
    SoftAssertions softly = new SoftAssertions();
    for (SystemTable table : SystemTables.of(SystemTable.CATALOG_SCHEMA).values()) {
      table.columns().stream()
          .filter(column -> SystemKey.isKey(column.name()))
          .forEach(column -> compareByKey(table, column, softly));
    }
    softly.assertAll();
  }

  private void compareByKey(SystemTable table, SystemColumn column, SoftAssertions softly) {
    String name = column.name();
    String read = "select * from " + table.name() + " where " + name;
    List<List<@Nullable Object>> values =
        rows("select distinct " + name + " from " + table.name() + " order by 1");
    int step = Math.max(1, values.size() / 20);
    for (int i = 0; i < values.size(); i += step) {
      Object value = values.get(values.size() - 1 - i).getFirst(); // user objects are the last
      String literal = "'" + value + "'";
      softly
          .assertThat(rows(read + " = " + literal))
          .as("%s.%s = %s", table, name, literal)
          .isNotEmpty()
          .containsExactlyInAnyOrderElementsOf(
              rows(read + " in (" + literal + ", " + literal + ")"));
    }
    softly.assertThat(rows(read + " = '7'")).isEmpty();
  }

  @Test
  void shouldFindRelationsByARegularExpressionOfOneName() {
    session.execute("create table tt (id int primary key)").close();
    String read = "select relname from pg_class where relname ~ ";
    assertThat(rows(read + "'^(t)$'")).containsExactly(List.of("t"));
    assertThat(rows(read + "'^t$'")).containsExactly(List.of("t"));
    assertThat(rows(read + "'^(tt|t)$' order by 1")).containsExactly(List.of("t"), List.of("tt"));
    assertThat(rows(read + "'^t.$'")).containsExactly(List.of("tt"));
    assertThat(rows(read + "'^(pg_class)$'")).containsExactly(List.of("pg_class"));
    assertThat(rows(read + "'^(T)$'")).isEmpty();
  }

  @Test
  void shouldFindKeysOfAnOuterRow() {
    assertThat(
            rows(
                """
                select c.relname,
                  (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0)
                from pg_class c where c.relname in ('t', 't_pkey', 'pg_am') order by 1\
                """))
        .containsExactly(List.of("pg_am", 4L), List.of("t", 3L), List.of("t_pkey", 1L));
  }

  @Test
  void shouldShowDefaultsByTheSearchPathOfEachSession() {
    session.execute("create table u (k serial)").close();
    String read =
        "select pg_get_expr(adbin, adrelid) from pg_attrdef where adrelid = 'public.u'::regclass";
    SqlSession other = database.session("other").sql();
    other.execute("set search_path to pg_catalog").close();
    for (int i = 0; i < 2; i++) {
      assertThat(rows(read)).containsExactly(List.of("nextval('u_k_seq'::regclass)"));
      assertThat(other.execute(read).toList())
          .containsExactly(List.of("nextval('public.u_k_seq'::regclass)"));
    }
  }

  @Test
  void shouldReadTheCatalogOfEachTransaction() {
    String read = "select count(*) from pg_class where relname = 'w'";
    SqlSession other = database.session("other").sql();
    session.execute("begin").close();
    session.execute("create table w (a int)").close();
    assertThat(rows(read)).containsExactly(List.of(1L));
    assertThat(other.execute(read).toList()).containsExactly(List.of(0L));
    session.execute("alter table w rename to x").close();
    assertThat(rows(read)).containsExactly(List.of(0L));
    session.execute("alter table x rename to w").close();
    session.execute("commit").close();
    assertThat(other.execute(read).toList()).containsExactly(List.of(1L));
    session.execute("drop table w").close();
    assertThat(other.execute(read).toList()).containsExactly(List.of(0L));
  }

  @Test
  void shouldListATableWithItsColumnsAndKey() {
    assertThat(
            rows(
                """
                select n.nspname, c.relname, a.attname, t.typname, a.attnum, a.attnotnull, a.atttypmod
                from pg_class c
                join pg_namespace n on n.oid = c.relnamespace
                join pg_attribute a on a.attrelid = c.oid
                join pg_catalog.pg_type t on t.oid = a.atttypid
                where n.nspname = 'public' and c.relkind = 'r'
                order by a.attnum\
                """))
        .containsExactly(
            List.of("public", "t", "id", "int4", (short) 1, true, -1),
            List.of("public", "t", "name", "varchar", (short) 2, true, 24),
            List.of("public", "t", "x", "numeric", (short) 3, false, 524294));
    assertThat(
            rows(
                """
                select c.relname, i.indisprimary, am.amname from pg_index i
                join pg_class c on c.oid = i.indexrelid join pg_am am on am.oid = c.relam
                where i.indrelid = (select oid from pg_class where relname = 't')\
                """))
        .containsExactly(List.of("t_pkey", true, "btree"));
  }

  @Test
  void shouldDescribeColumnsInTheInformationSchema() {
    assertThat(
            rows(
                """
                select column_name, data_type, is_nullable, character_maximum_length,
                       numeric_precision, numeric_scale
                from information_schema.columns where table_name = 't' order by ordinal_position\
                """))
        .containsExactly(
            java.util.Arrays.asList("id", "integer", "NO", null, 32, 0),
            java.util.Arrays.asList("name", "character varying", "NO", 20, null, null),
            java.util.Arrays.asList("x", "numeric", "YES", null, 8, 2));
  }

  @Test
  void shouldResolveSystemTablesFirst() {
    assertThat(rows("select count(*) > 500 from pg_type")).containsExactly(List.of(true));
    assertThat(rows("select relkind from pg_catalog.pg_class where relname = 'pg_class'"))
        .containsExactly(List.of("r"));
  }
}
