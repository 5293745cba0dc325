package dev.colonnade.sql;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sequence.Sequence;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import dev.colonnade.testing.OwnThread;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of DDL in transactions: invisible to other transactions before the commit, undone by a
 * rollback.
 */
class DefinitionTransactionsTest {
  private static final long MIB = 1024 * 1024;

  @TempDir private Path folder;
  private Database database;
  private SqlSession session;
  private SqlSession other;

  @BeforeEach
  public void open() {
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    database = Database.open(StorageConfig.at(folder).withStore(store));
    session = database.session("one").sql();
    other = database.session("two").sql();
  }

  @AfterEach
  public void close() {
    session.close();
    other.close();
    database.close();
  }

  @Test
  void shouldHideDefinitionsFromOtherSessionsUntilCommit() {
    run(session, "begin");
    run(session, "create table t (id serial primary key, a int)");
    run(session, "insert into t (a) values (10), (20)");
    run(session, "create view v as select sum(a) as s from t");
    assertThat(run(session, "select s from v")).isEqualTo("[[30]]");
    assertFails(ErrorCode.UNKNOWN_TABLE, () -> run(other, "select * from t"));
    run(session, "commit");

    assertThat(run(other, "select id, a from t order by id")).isEqualTo("[[1, 10], [2, 20]]");
    assertThat(run(other, "select s from v")).isEqualTo("[[30]]");
    run(other, "insert into t (a) values (30)");
    assertThat(run(session, "select max(id) from t")).isEqualTo("[[3]]");
  }

  @Test
  void shouldUndoDefinitionsWithTheirTransaction() {
    run(session, "create table t (id int primary key, a int)");
    run(session, "insert into t values (1, 10)");
    run(session, "begin");
    run(session, "create sequence s");
    assertThat(run(session, "select nextval('s'), nextval('s')")).isEqualTo("[[1, 2]]");
    run(session, "alter table t add column b int default 5");
    run(session, "alter table t alter column a type text");
    assertThat(run(session, "select * from t")).isEqualTo("[[1, 10, 5]]");
    run(session, "drop table t");
    assertFails(ErrorCode.UNKNOWN_TABLE, () -> run(session, "select * from t"));
    run(session, "rollback");

    assertThat(run(session, "select a + 1 from t")).isEqualTo("[[11]]");
    assertFails(ErrorCode.UNKNOWN_TABLE, () -> run(session, "select nextval('s')"));
    assertThat(database.sequences().all()).extracting(Sequence::name).isEmpty();
    run(session, "create sequence s");
    assertThat(run(session, "select nextval('s')")).isEqualTo("[[1]]");
  }

  @Test
  void shouldRefuseDuplicateRowsThatFollowANewIndex() {
    run(session, "create table t (id int primary key, a text)");
    run(session, "insert into t values (1, 'x')");
    for (String change :
        List.of("create unique index t_a on t (a)", "alter table t add unique (a)")) {
      run(session, "begin");
      run(session, change);
      run(session, "insert into t values (2, 'y')");
      assertFails(ErrorCode.UNIQUE_VIOLATION, () -> run(session, "insert into t values (3, 'x')"));
      run(session, "rollback");
      assertThat(run(other, "select * from t")).isEqualTo("[[1, x]]");
    }
    run(session, "begin");
    run(session, "create unique index t_a on t (a)");
    run(session, "insert into t values (2, 'y')");
    run(session, "commit");
    assertFails(ErrorCode.UNIQUE_VIOLATION, () -> run(other, "insert into t values (3, 'y')"));
  }

  @Test
  void shouldRollBackToASavepoint() {
    run(session, "begin");
    run(session, "create table t (id int primary key)");
    run(session, "insert into t values (1)");
    run(session, "savepoint here");
    run(session, "alter table t add column b int default 7");
    run(session, "create table u (id int primary key)");
    assertThat(run(session, "select * from t")).isEqualTo("[[1, 7]]");
    run(session, "rollback to here");
    assertThat(run(session, "select * from t")).isEqualTo("[[1]]");
    run(session, "commit");

    assertThat(run(other, "select * from t")).isEqualTo("[[1]]");
    assertFails(ErrorCode.UNKNOWN_TABLE, () -> run(other, "select * from u"));
  }

  @Test
  void shouldTruncateWithinATransaction() {
    run(session, "create table t (id serial primary key, a int)");
    run(session, "insert into t (a) values (1), (2)");
    run(session, "begin");
    run(session, "truncate t restart identity");
    assertThat(run(session, "select count(*) from t")).isEqualTo("[[0]]");
    assertThat(run(other, "select count(*) from t")).isEqualTo("[[2]]");
    run(session, "rollback");
    assertThat(run(session, "select count(*) from t")).isEqualTo("[[2]]");
    run(session, "insert into t (a) values (3)");
    assertThat(run(session, "select max(id) from t")).isEqualTo("[[3]]");
    run(session, "truncate t restart identity");
    run(session, "insert into t (a) values (4)");
    assertThat(run(session, "select id, a from t")).isEqualTo("[[1, 4]]");
  }

  @Test
  void shouldReplanWhenATableOrThePathChanges() {
    run(session, "create table t (id int primary key)");
    run(session, "insert into t values (1)");
    SqlPrepared prepared = other.prepare(other.parse("select * from t").getFirst(), List.of());
    assertThat(prepared.columns()).hasSize(1);
    run(session, "alter table t add column a int default 5");
    assertThat(execute(other, prepared)).isEqualTo("[[1, 5]]");
    run(session, "create schema app");
    run(session, "create table app.t (id int primary key)");
    run(other, "set search_path = app, public");
    assertThat(execute(other, prepared)).isEqualTo("[]");
    run(other, "reset search_path");
    assertThat(execute(other, prepared)).isEqualTo("[[1, 5]]");
  }

  @Test
  void shouldSerializeChangesOfTheSameNames() {
    run(session, "begin");
    run(session, "create table t (id int primary key)");
    run(other, "set lock_timeout = '50ms'");
    assertFails(
        ErrorCode.LOCK_NOT_AVAILABLE, () -> run(other, "create table t (a int primary key)"));
    run(other, "create table w (id int primary key)");
    run(other, "reset lock_timeout");
    CompletableFuture<String> waiting =
        CompletableFuture.supplyAsync(
            () -> run(other, "create table if not exists t (a int primary key)"),
            OwnThread.EXECUTOR);
    run(session, "commit");
    waiting.join();
    assertThat(run(session, "select count(t.id) from t, w")).isEqualTo("[[0]]");
  }

  @Test
  void shouldPreserveTablesAndRowsAcrossOpenings() {
    run(session, "begin");
    run(session, "create schema app");
    run(session, "create table app.t (id int generated always as identity primary key, a int)");
    run(session, "insert into app.t (a) values (10)");
    run(session, "commit");
    run(session, "begin");
    run(session, "create sequence lost");
    close();
    open();

    assertThat(run(session, "select * from app.t")).isEqualTo("[[1, 10]]");
    run(session, "insert into app.t (a) values (20)");
    assertThat(run(session, "select count(*) from app.t where id > 1")).isEqualTo("[[1]]");
    assertThat(database.sequences().all()).hasSize(1);
  }

  @Test
  void shouldPreserveRowsWrittenDuringColumnChanges() {
    int rows = 200;
    run(session, "create table t (id int primary key, a int)");
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(
            () -> {
              for (int id = 0; id < rows; id++) {
                run(other, "insert into t (id, a) values (" + id + ", " + id + ")");
              }
            },
            OwnThread.EXECUTOR);
    for (int i = 0; i < 10; i++) {
      run(session, "alter table t add column c" + i + " int default " + i);
      run(session, "alter table t drop column c" + i);
    }
    writer.join();
    assertThat(run(session, "select count(*), sum(a) from t"))
        .isEqualTo("[[%d, %d]]".formatted(rows, (long) rows * (rows - 1) / 2));
  }

  @Test
  void shouldLimitAndSplitRangesOfATable() {
    run(session, "create table t (id int primary key) with (range_max_bytes = 1000000)");
    int id = database.catalog().snapshot().table("t").id();
    assertThat(requireNonNull(database.splits().limits().byTable().get(id)).maxBytes())
        .isEqualTo(1_000_000);
    run(session, "alter table t set (range_max_bytes = 2000000)");
    assertThat(requireNonNull(database.splits().limits().byTable().get(id)).maxBytes())
        .isEqualTo(2_000_000);
    run(session, "alter table t reset (range_max_bytes)");
    assertThat(database.splits().limits().byTable()).doesNotContainKey(id);
    assertFails(
        ErrorCode.INVALID_ARGUMENT, () -> run(session, "alter table t set (range_max_bytes = 1)"));
    int before = database.statistics().rangeCount();
    run(session, "alter table t split at values (10), (20), (30)");
    assertThat(database.statistics().rangeCount()).isEqualTo(before + 3);
  }

  @Test
  void shouldAllocateByTheSettingsOfTheSession() {
    run(session, "create sequence s");
    run(session, "set sequence_cache_method = connection");
    run(session, "set sequence_cache_min = 10");
    assertThat(run(session, "select nextval('s')")).isEqualTo("[[1]]");
    assertThat(run(other, "select nextval('s')")).isEqualTo("[[11]]");
    assertThat(run(session, "select nextval('s')")).isEqualTo("[[2]]");
    assertThat(run(session, "show sequence_cache_method")).isEqualTo("[[connection]]");
    assertFails(
        ErrorCode.INVALID_ARGUMENT, () -> run(session, "set sequence_cache_method = nowhere"));
  }

  @Test
  void shouldIsolateDatabases() {
    run(session, "create table t (id int primary key)");
    assertFails(ErrorCode.UNKNOWN_DATABASE, () -> database.session("one", "shop"));
    run(session, "create database shop");
    assertFails(ErrorCode.DUPLICATE_DATABASE, () -> run(session, "create database shop"));
    try (var shopping = database.session("one", "shop")) {
      SqlSession shop = shopping.sql();
      assertFails(ErrorCode.UNKNOWN_TABLE, () -> run(shop, "select * from t"));
      run(shop, "create table t (id int primary key, price int)");
      run(shop, "insert into t values (1, 2)");
      assertThat(run(shop, "select * from t")).isEqualTo("[[1, 2]]");
      assertFails(ErrorCode.OBJECT_IN_USE, () -> run(shop, "drop database shop"));
      assertFails(ErrorCode.OBJECT_IN_USE, () -> run(session, "drop database shop"));
    }
    run(session, "begin");
    assertFails(ErrorCode.ACTIVE_TRANSACTION, () -> run(session, "drop database shop"));
    run(session, "rollback");
    run(session, "drop database shop");
    assertFails(ErrorCode.UNKNOWN_DATABASE, () -> database.session("one", "shop"));
    assertThat(run(session, "select * from t")).isEqualTo("[]");
  }

  private static String run(SqlSession session, String sql) {
    return session.execute(sql).toList().toString();
  }

  private static String execute(SqlSession session, SqlPrepared prepared) {
    List<@Nullable Object> none = List.of();
    return session.execute(prepared, Cancellation.withoutDeadline(), none).toList().toString();
  }

  private static void assertFails(ErrorCode code, Runnable action) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(action::run)
        .satisfies(e -> assertThat(e.code()).isEqualTo(code));
  }
}
