package dev.colonnade.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.testing.OwnThread;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Test of statements that move the rows of a table between a hidden key and a primary key, alone
 * and beside readers and writers.
 */
@Timeout(300)
class RowMovesTest extends RowMovesFixture {
  private static void assertFails(ErrorCode code, Runnable action) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void shouldStoreRowsUnderALaterPrimaryKey() {
    run(
        "create table t (id int, v text, w int default 3)",
        "insert into t select n, 'v' || n from generate_series(1, 5000) n",
        "update t set v = null where id % 5 = 0",
        "delete from t where id % 7 = 0",
        "alter table t add column x int not null default 9",
        "create unique index t_v on t (v) include (w)",
        "create index t_x on t ((x + id)) where id > 10");
    String before = run(sql, "select * from t order by id");
    long liveRows = database.statistics().data().liveRows();
    run("alter table t add primary key (id)");
    assertThat(table().schema().hasHiddenKey()).isFalse();
    assertThat(table().schema().keyColumns())
        .extracting(column -> column.name())
        .containsExactly("id");
    assertThat(run(sql, "select * from t order by id")).isEqualTo(before);
    assertThat(run(sql, "select * from t where v = 'v4' and x = 9")).isEqualTo("[[4, v4, 3, 9]]");
    assertThat(database.statistics().data().liveRows()).isEqualTo(liveRows);
    IndexChecks.requireSound(database, "t");
    assertFails(ErrorCode.UNIQUE_VIOLATION, () -> run("insert into t values (4)"));
    assertThat(run(sql, "select count(*) from pg_class where relkind = 'S'")).isEqualTo("[[0]]");
  }

  @Test
  void shouldLeaveTheTableAsItWasIfTheRowsCannotHaveTheKey() {
    run("create table t (id int, v int)", "insert into t values (1, 1), (2, 1), (null, 2)");
    for (int i = 0; i < 3; i++) {
      assertFails(ErrorCode.NOT_NULL_VIOLATION, () -> run("alter table t add primary key (id)"));
      assertFails(ErrorCode.UNIQUE_VIOLATION, () -> run("alter table t add primary key (v)"));
    }
    assertThat(table().schema().hasHiddenKey()).isTrue();
    assertThat(table().descriptor().rows().isMoving()).isFalse();
    run("insert into t values (4, 4)", "delete from t where id is null");
    assertThat(run(sql, "select * from t order by id, v")).isEqualTo("[[1, 1], [2, 1], [4, 4]]");
    run("alter table t add primary key (id)");
    assertThat(table().schema().hasHiddenKey()).isFalse();
    assertThat(database.statistics().data().liveRows()).isEqualTo(3);
  }

  @Test
  void shouldReadOldTimestampsCompletelyOrNotAtAll() {
    run("create table t (id int, v int)", "insert into t values (1, 1), (2, 2)");
    try (SqlSession old = database.session("old").sql();
        SqlSession later = database.session("later").sql()) {
      run(old, "begin isolation level repeatable read");
      assertThat(run(old, "select count(*) from pg_class where relname = 't'")).isEqualTo("[[1]]");
      run("alter table t add primary key (id)");
      assertFails(ErrorCode.READ_TIMESTAMP_TOO_OLD, () -> run(old, "select * from t"));
      run(old, "rollback");
      run(later, "begin isolation level repeatable read");
      assertThat(run(later, "select count(*) from t")).isEqualTo("[[2]]");
      run("delete from t");
      assertThat(run(later, "select count(*) from t")).isEqualTo("[[2]]");
      run(later, "rollback");
    }
  }

  @Test
  void shouldWaitForATransactionThatHasWritten() {
    run("create table t (id int, v int)", "insert into t values (1, 1), (2, 2)");
    try (SqlSession writer = database.session("writer").sql()) {
      run(writer, "begin");
      run(writer, "update t set v = 7 where id = 1");
      CompletableFuture<Void> added =
          CompletableFuture.runAsync(
              () -> run("alter table t add primary key (id)"), OwnThread.EXECUTOR);
      await()
          .until(
              () -> run(writer, "select count(*) from pg_locks where not granted").equals("[[1]]"));
      run(writer, "commit");
      added.join();
    }
    assertThat(run(sql, "select * from t order by id")).isEqualTo("[[1, 7], [2, 2]]");
    assertFails(ErrorCode.UNIQUE_VIOLATION, () -> run("insert into t values (2)"));
    IndexChecks.requireSound(database, "t");
  }

  @Test
  void shouldNotMoveRowsThatATransactionHasLocked() {
    run("create table t (id int primary key, v int)", "insert into t values (1, 1), (2, 2)");
    try (SqlSession locker = database.session("locker").sql()) {
      run(locker, "begin");
      run(locker, "select v from t where id = 1 for update");
      assertFails(ErrorCode.LOCK_NOT_AVAILABLE, () -> run("alter table t alter id type bigint"));
      run(locker, "rollback");
    }
    run("alter table t alter id type bigint");
    assertThat(run(sql, "select * from t order by id")).isEqualTo("[[1, 1], [2, 2]]");
  }

  @Test
  void shouldChangeAReferencedPrimaryKey() {
    run(
        "create table t (id int primary key, v text unique)",
        "create table child (id int primary key, t int references t on delete cascade)",
        "insert into t select n, 'v' || n from generate_series(1, 500) n",
        "insert into child select n, n from generate_series(1, 100) n",
        "alter table t alter id type bigint");
    IndexChecks.requireSound(database, "t");
    assertFails(ErrorCode.FOREIGN_KEY_VIOLATION, () -> run("insert into child values (101, 501)"));
    run("delete from t where id <= 10", "insert into child values (101, 500)");
    assertThat(run(sql, "select count(*), min(t) from child")).isEqualTo("[[91, 11]]");
    assertFails(ErrorCode.DEPENDENT_OBJECTS, () -> run("alter table t drop constraint t_pkey"));
    run("alter table child drop constraint child_pkey", "insert into child values (50, 50)");
    assertThat(run(sql, "select count(*) from child where id = 50")).isEqualTo("[[2]]");
    assertFails(ErrorCode.FOREIGN_KEY_VIOLATION, () -> run("insert into child values (1, 1)"));
  }

  @Test
  void shouldMoveInABlockOnlyWhatStatementsDoNotSee() {
    run("create table t (id int primary key, v int)", "insert into t values (1, 1), (2, 2)");
    run("begin", "alter table t alter id type bigint", "insert into t values (3000000000, 3)");
    assertThat(run(sql, "select max(id) from t")).isEqualTo("[[3000000000]]");
    run("rollback");
    assertThat(run(sql, "select id, v, pg_typeof(id) from t order by id"))
        .isEqualTo("[[1, 1, integer], [2, 2, integer]]");
    assertFails(ErrorCode.UNIQUE_VIOLATION, () -> run("insert into t values (2)"));
    IndexChecks.requireSound(database, "t");
  }

  /** The second statement finds the primary key that the first has added. */
  @Test
  void shouldAddOneOfTwoPrimaryKeysAtATime() {
    run(
        "create table t (id serial, v int)",
        "insert into t (v) select n from generate_series(1, 20000) n");
    try (SqlSession other = database.session("other").sql()) {
      CompletableFuture<@Nullable Throwable> second =
          CompletableFuture.supplyAsync(
              () -> failureOf(() -> run(other, "alter table t add primary key (v)")),
              OwnThread.EXECUTOR);
      Throwable first = failureOf(() -> run("alter table t add primary key (id)"));
      List<Throwable> failures =
          Stream.of(Optional.ofNullable(first), Optional.ofNullable(second.join()))
              .flatMap(Optional::stream)
              .toList();
      assertThat(failures)
          .singleElement()
          .satisfies(
              failure ->
                  assertThat(failure)
                      .isInstanceOfSatisfying(
                          ColonnadeException.class,
                          e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_DEFINITION)));
    }
    run("insert into t (v) values (20001)");
    assertThat(run(sql, "select count(*), max(id) from t")).isEqualTo("[[20001, 20001]]");
    IndexChecks.requireSound(database, "t");
  }

  /** Definitions of other sessions wait for a move, whether it succeeds or fails. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldKeepIndexesThatAreCreatedMeanwhile(boolean succeeds) {
    run(
        "create table t (id int, v int)",
        "insert into t select n, n from generate_series(1, 20000) n",
        "create index t_v on t (v)",
        "create table t2 (id int primary key)");
    if (!succeeds) {
      run("insert into t values (20000, 0)");
    }
    try (SqlSession other = database.session("other").sql()) {
      AtomicBoolean done = new AtomicBoolean();
      CompletableFuture<Void> definitions =
          CompletableFuture.runAsync(
              () -> {
                for (int i = 0; !done.get(); i++) {
                  run(other, "create index t_o%d on t (v, id)".formatted(i));
                  run(other, "create table u%d (id int references t2)".formatted(i));
                }
              },
              OwnThread.EXECUTOR);
      Throwable failure = failureOf(() -> run("alter table t add primary key (id)"));
      done.set(true);
      definitions.join();
      assertThat(failure == null).isEqualTo(succeeds);
    }
    run("insert into t values (50000, 50000)", "update t set v = v + 1 where id % 3 = 0");
    IndexChecks.requireSound(database, "t");
    assertThat(table().descriptor().rows()).isEqualTo(table().descriptor().rows().settled());
  }

  /** Definitions that do not fit to the move, and labels of types, which need no lock. */
  @Test
  void shouldChangeColumnsAndTypesBesideAMove() {
    run(
        "create type e as enum ('a', 'b')",
        "create table t (id int, v int, e e)",
        "insert into t select n, n, 'a' from generate_series(1, 20000) n",
        "create index t_v on t (v)");
    try (SqlSession other = database.session("other").sql();
        SqlSession third = database.session("third").sql()) {
      AtomicBoolean done = new AtomicBoolean();
      CompletableFuture<Void> labels =
          CompletableFuture.runAsync(
              () -> {
                for (int i = 0; i < 200 && !done.get(); i++) {
                  run(other, "alter type e add value 'c%d'".formatted(i));
                }
              },
              OwnThread.EXECUTOR);
      CompletableFuture<Void> columns =
          CompletableFuture.runAsync(
              () -> {
                while (!done.get()) {
                  run(third, "alter table t add column w int default 3");
                  run(third, "alter table t add constraint t_u unique (v, w)");
                  run(third, "alter table t drop column w");
                }
              },
              OwnThread.EXECUTOR);
      try {
        for (int i = 0; i < 3; i++) {
          retrying("alter table t add primary key (id)");
          retrying("alter table t drop constraint t_pkey");
        }
      } finally {
        done.set(true);
      }
      labels.join();
      columns.join();
    }
    run("update t set v = v + 1, e = 'c0' where id % 3 = 0");
    IndexChecks.requireSound(database, "t");
    assertThat(run(sql, "select count(*), count(*) filter (where e = 'c0') from t"))
        .isEqualTo("[[20000, 6666]]");
    assertThat(table().descriptor().rows()).isEqualTo(table().descriptor().rows().settled());
  }

  private void retrying(String statement) {
    for (int tries = 1; ; tries++) {
      try {
        run(statement);
        return;
      } catch (ColonnadeException e) {
        boolean isTransient =
            e.code() == ErrorCode.SERIALIZATION_FAILURE || e.code() == ErrorCode.LOCK_NOT_AVAILABLE;
        if (!isTransient || tries == 20) {
          throw e;
        }
      }
    }
  }

  /** A move gives way to a transaction that has one of its locks and waits for another. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldNotFailTransactionsThatLockAndWrite(boolean locksFirst) {
    run("create table t (id int, v int)", "insert into t values (1, 1), (2, 2)");
    String lock = "select * from t where id = 1 for update";
    String write = "insert into t values (3, 3)";
    try (SqlSession other = database.session("other").sql()) {
      run(other, "begin");
      run(other, locksFirst ? lock : write);
      CompletableFuture<Void> move =
          CompletableFuture.runAsync(
              () -> run("alter table t add primary key (id)"), OwnThread.EXECUTOR);
      String waiting = "select count(*) from pg_locks where not granted";
      await().until(() -> move.isDone() || run(other, waiting).equals("[[1]]"));
      run(other, locksFirst ? write : lock);
      run(other, "commit");
      move.join();
    }
    assertThat(run(sql, "select count(*) from t where id > 0")).isEqualTo("[[3]]");
    IndexChecks.requireSound(database, "t");
  }

  /** A transaction reads at a later snapshot where it may. */
  @ParameterizedTest
  @ValueSource(strings = {"read committed", "serializable"})
  void shouldContinueTransactionsThatBeganBeforeAMove(String isolation) {
    run("create table t (id int, v int)", "insert into t values (1, 1), (2, 2)");
    run("create table u (id int)", "insert into u values (1)");
    try (SqlSession other = database.session("other").sql()) {
      run(other, "begin isolation level " + isolation);
      assertThat(run(other, "select id from u")).isEqualTo("[[1]]");
      run("alter table t add primary key (id)");
      run(other, "update t set v = 3 where id = 1");
      assertThat(run(other, "select v from t where id = 2")).isEqualTo("[[2]]");
      run(other, "commit");
    }
    assertThat(run(sql, "select v from t order by id")).isEqualTo("[[3], [2]]");
  }

  @Test
  void shouldDropAColumnOfALaterPrimaryKey() {
    run(
        "create table t (id int, v int)",
        "insert into t values (1, 10), (2, 20)",
        "alter table t add primary key (id)",
        "alter table t drop column id",
        "alter table t add primary key (v)");
    assertThat(run(sql, "select * from t where v = 20")).isEqualTo("[[20]]");
    assertThat(table().schema().hasHiddenKey()).isFalse();
    IndexChecks.requireSound(database, "t");
  }

  @Test
  void shouldChangeTheKeyBesideOtherActions() {
    run(
        "create table t (id int, b int, c int, primary key (id, b))",
        "insert into t values (1, 1, 1), (2, 2, 2)",
        "alter table t drop column c, alter id type bigint, add column d int default 7");
    assertThat(run(sql, "select *, pg_typeof(id) from t order by id"))
        .isEqualTo("[[1, 1, 7, bigint], [2, 2, 7, bigint]]");
    IndexChecks.requireSound(database, "t");
  }

  @Test
  void shouldFailIfTheNameOfTheKeyIsTaken() {
    run("create table t (id int)", "create table t_key (id int)", "insert into t values (1)");
    assertFails(
        ErrorCode.DUPLICATE_TABLE,
        () -> run("alter table t add constraint t_key primary key (id)"));
    run("insert into t values (1)");
    assertThat(run(sql, "select count(*) from t")).isEqualTo("[[2]]");
  }

  /** Row locks conflict with a move, but not with LOCK TABLE ... IN SHARE MODE. */
  @Test
  void shouldLockRowsBesideALockOfTheTable() {
    run(
        "create table t (id int primary key, v int)",
        "create table child (t int references t)",
        "insert into t values (1, 1)");
    try (SqlSession other = database.session("other").sql()) {
      run(other, "begin");
      run(other, "lock table t in share mode");
      run("set lock_timeout = '2s'", "begin", "select * from t where id = 1 for update");
      assertThat(run(sql, "select mode from pg_locks where relation = 't'::regclass"))
          .contains("RowShareLock");
      run("rollback", "insert into child values (1)");
      run(other, "rollback");
      run(other, "begin");
      run(other, "lock table t in access exclusive mode");
      run("set lock_timeout = '100ms'");
      assertFails(
          ErrorCode.LOCK_NOT_AVAILABLE, () -> run("select * from t where id = 1 for update"));
      run(other, "rollback");
    }
  }

  @Test
  void shouldKeepTheSignOfZero() {
    run(
        "create table t (id float8, v int)",
        "insert into t values ('-0', 1), ('NaN', 2)",
        "alter table t add primary key (id)");
    assertThat(run(sql, "select id::text from t where v = 1")).isEqualTo("[[-0]]");
    assertFails(ErrorCode.UNIQUE_VIOLATION, () -> run("insert into t values (0, 3)"));
  }

  @Test
  void shouldWaitForOthersAsLongAsLockTimeoutAllows() {
    run("create table t (id int, v int)", "insert into t values (1, 1)");
    try (SqlSession other = database.session("other").sql()) {
      run(other, "begin");
      run(other, "lock table t in access exclusive mode");
      run("set lock_timeout = '50ms'");
      assertFails(ErrorCode.LOCK_NOT_AVAILABLE, () -> run("alter table t add primary key (id)"));
      run(other, "rollback");
    }
    run("alter table t add primary key (id)");
    assertThat(table().schema().hasHiddenKey()).isFalse();
  }

  private static @Nullable Throwable failureOf(Runnable work) {
    try {
      work.run();
      return null;
    } catch (ColonnadeException e) {
      return e;
    }
  }
}
