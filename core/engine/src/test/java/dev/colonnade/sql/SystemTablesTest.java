package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.system.SystemTables;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
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
