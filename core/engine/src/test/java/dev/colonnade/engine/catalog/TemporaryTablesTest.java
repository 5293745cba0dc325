package dev.colonnade.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.engine.Database;
import dev.colonnade.engine.TestDatabases;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.prepared.SqlPrepared;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of temporary tables of several sessions, and of their removal. */
@Timeout(120)
class TemporaryTablesTest {
  @TempDir private Path folder;

  @Test
  void shouldIsolateSessions() {
    try (Database database = TestDatabases.open(folder)) {
      SqlSession one = database.session("test").sql();
      SqlSession other = database.session("test").sql();
      one.execute("create temp table t (id int primary key)").close();
      other.execute("create temp table t (id int primary key, v text)").close();
      one.execute("insert into t values (1)").close();
      other.execute("insert into t values (2, 'b')").close();
      assertThat(one.execute("select * from t").toList()).containsExactly(List.of(1));
      assertThat(other.execute("select * from t").toList()).containsExactly(List.of(2, "b"));
      String schema =
          String.valueOf(
              one.execute("select nspname from pg_namespace where oid = pg_my_temp_schema()")
                  .toList()
                  .getFirst()
                  .getFirst());
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> other.execute("drop table " + schema + ".t"))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED));
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> other.execute("select * from " + schema + ".t"));
      assertThat(one.execute("select * from t").toList()).containsExactly(List.of(1));
    }
  }

  @Test
  void shouldDropThemWithTheirSession() {
    try (Database database = TestDatabases.open(folder)) {
      SqlSession one = database.session("test").sql();
      one.execute("create temp table t (id serial primary key)").close();
      one.execute("begin").close();
      one.execute("create temp table u (id int)").close();
      one.close();
      assertThat(temporary(database.catalog().snapshot())).isEmpty();
      assertThat(database.sequences().all()).isEmpty();
      assertThat(database.context().transactions().statistics().locks().held()).isZero();
      one.close();
      assertThat(database.context().sessions().count(1)).isZero();
    }
  }

  @Test
  void shouldDropTablesOfAnEarlierProcess() {
    try (Database database = TestDatabases.open(folder)) {
      SqlSession one = database.session("test").sql();
      one.execute("create table lasting (id int primary key)").close();
      one.execute("create temp table t (id serial primary key, v text)").close();
      one.execute("create index on t (v)").close();
      one.execute("insert into t (v) values ('a')").close();
      assertThat(temporary(database.catalog().snapshot())).hasSize(1);
      // The session is not closed before the database.
    }
    try (Database database = TestDatabases.open(folder)) {
      CatalogSnapshot catalog = database.catalog().snapshot();
      assertThat(temporary(catalog)).isEmpty();
      assertThat(catalog.relations()).hasSize(1);
      assertThat(database.sequences().all()).isEmpty();
      SqlSession one = database.session("test").sql();
      one.execute("create temp table t (id int primary key)").close();
      assertThat(one.execute("select * from t").toList()).isEmpty();
    }
  }

  @Test
  void shouldFindThemByStatementsPreparedBefore() {
    try (Database database = TestDatabases.open(folder)) {
      SqlSession one = database.session("test").sql();
      SqlSession other = database.session("test").sql();
      one.execute("create table t (id int primary key)").close();
      one.execute("insert into t values (1)").close();
      String query = "select id from t";
      SqlPrepared prepared = one.prepare(one.parse(query).getFirst(), List.of());
      SqlPrepared others = other.prepare(other.parse(query).getFirst(), List.of());
      assertThat(ids(one, prepared)).containsExactly(List.of(1));
      one.execute("create temp table t (id int primary key)").close();
      one.execute("insert into t values (2)").close();
      assertThat(ids(one, prepared)).containsExactly(List.of(2));
      assertThat(ids(other, others)).containsExactly(List.of(1));
      one.execute("discard temp").close();
      assertThat(ids(one, prepared)).containsExactly(List.of(1));
    }
  }

  private static List<List<@Nullable Object>> ids(SqlSession session, SqlPrepared prepared) {
    return session.execute(prepared, Cancellation.withoutDeadline(), List.of()).toList();
  }

  private static List<SchemaEntry> temporary(CatalogSnapshot catalog) {
    return catalog.databases().stream()
        .flatMap(database -> catalog.schemas(database.id()).stream())
        .filter(SchemaEntry::isTemporary)
        .toList();
  }
}
