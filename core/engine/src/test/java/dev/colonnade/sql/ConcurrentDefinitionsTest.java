package dev.colonnade.sql;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import dev.colonnade.testing.OwnThread;
import dev.colonnade.testing.Seed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests of DDL in concurrent transactions: those that touch different objects do not wait for each
 * other; those of the same objects do, and then see each other's result.
 */
class ConcurrentDefinitionsTest {
  private static final long MIB = 1024 * 1024;

  @TempDir private Path folder;
  private Database database;
  private SqlSession one;
  private SqlSession two;

  @BeforeEach
  public void open() {
    RocksStoreConfig store =
        RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4));
    database = Database.open(StorageConfig.at(folder).withStore(store));
    one = database.session("one").sql();
    two = database.session("two").sql();
  }

  @AfterEach
  public void close() {
    one.close();
    two.close();
    database.close();
  }

  @Test
  void shouldNotWaitForChangesOfOtherObjects() {
    run(one, "create table t (id int primary key)");
    run(two, "set lock_timeout = '1s'");
    run(one, "begin");
    run(one, "create temp table scratch (id int)");
    run(one, "alter table t add column a int default 1");
    run(two, "create table u (id int primary key)");
    run(two, "create schema s");
    run(two, "begin");
    run(two, "create table s.w (id int primary key)");
    run(two, "create type mood as enum ('good')");
    run(two, "drop table u");
    run(one, "insert into t values (1)");
    run(two, "commit");
    // Visible to the open transaction too, beside its own changes.
    assertThat(run(one, "select count(*) from s.w")).isEqualTo("[[0]]");
    assertThat(run(one, "select * from t")).isEqualTo("[[1, 1]]");
    run(one, "commit");

    reopen();
    assertThat(run(one, "select * from t")).isEqualTo("[[1, 1]]");
    assertThat(run(one, "select count(*), 'good'::mood from s.w")).isEqualTo("[[0, good]]");
    assertFails(ErrorCode.UNKNOWN_TABLE, () -> run(one, "select * from u"));
  }

  /** The second statement waits for the first transaction. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "alter table t add column a int | alter table t add column b int | ",
        "create table x (id int) | create table x (id int) | DUPLICATE_TABLE",
        "create table x (id int) | create index x on t (v) | DUPLICATE_TABLE",
        "create type e2 as enum ('a') | create type e2 as enum ('b') | DUPLICATE_OBJECT",
        "create schema s2 | create schema s2 | DUPLICATE_SCHEMA",
        "create role r2 | create role r2 | DUPLICATE_OBJECT",
        "create view w as select v from t | drop table t | DEPENDENT_OBJECTS",
        "create view w as select v from t | alter table t drop column v | DEPENDENT_OBJECTS",
        "drop table t | create view w as select v from t | UNKNOWN_TABLE",
        "alter table t rename column v to z | create view w as select v from t | UNKNOWN_COLUMN",
        "create table c (id int references t) | drop table t | DEPENDENT_OBJECTS",
        "drop table t | create table c (id int references t) | UNKNOWN_TABLE",
        "create table s.c (id int) | drop schema s | DEPENDENT_OBJECTS",
        "drop schema s | create table s.c (id int) | UNKNOWN_SCHEMA",
        "create table c (m mood) | drop type mood | DEPENDENT_OBJECTS",
        "drop type mood | create table c (m mood) | UNKNOWN_OBJECT",
        "drop sequence q | create table c (id int default nextval('q')) | UNKNOWN_TABLE",
        "create table c (id int default nextval('q')) | drop sequence q | DEPENDENT_OBJECTS",
        "drop table t | drop table t | UNKNOWN_TABLE",
        "alter table t rename to t2 | alter table t rename to t3 | UNKNOWN_TABLE",
      })
  void shouldWaitForAChangeOfTheSameObjects(
      String first, String second, @Nullable ErrorCode expected) {
    run(one, "create table t (id int primary key, v int)");
    run(one, "create schema s");
    run(one, "create sequence q");
    run(one, "create type mood as enum ('good')");

    run(one, "begin");
    run(one, first);
    CompletableFuture<@Nullable Throwable> waiting =
        CompletableFuture.supplyAsync(() -> failureOf(() -> run(two, second)), OwnThread.EXECUTOR);
    awaitWaiting(waiting);
    run(one, "commit");
    Throwable failure = waiting.join();
    if (expected == null) {
      assertThat(failure).isNull();
    } else {
      assertThat(failure).isInstanceOf(ColonnadeException.class);
      assertThat(((ColonnadeException) requireNonNull(failure)).code()).isEqualTo(expected);
    }
    reopen();
    run(one, "select * from information_schema.columns");
  }

  /** The referential action writes to a table that the statement does not name. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "on delete cascade | delete from p where id = 1 | create index c_z on c (z, p)",
        "on delete cascade | delete from p where id = 1 | create unique index c_z on c (z, p)",
        "on delete set null | delete from p where id = 1 | create index c_z on c (z, p)",
        "on update cascade | update p set id = 100 where id = 1 | create index c_z on c (z, p)",
        "on delete cascade | delete from p where id = 1 | alter table c add column b int default 5",
      })
  void shouldExcludeChangesOfATableThatAReferentialActionWritesTo(
      String action, String change, String definition) {
    run(one, "create table p (id int primary key)");
    run(one, "create table c (id int primary key, p int references p %s, z int)".formatted(action));
    run(one, "insert into p select generate_series(1, 10)");
    run(one, "insert into c select g, g, g from generate_series(1, 5) g");
    run(one, "begin");
    run(one, change);
    CompletableFuture<@Nullable Throwable> waiting =
        CompletableFuture.supplyAsync(
            () -> failureOf(() -> run(two, definition)), OwnThread.EXECUTOR);
    await().pollDelay(Duration.ofMillis(200)).until(() -> true); // it may wait, or be complete
    boolean isCommitted = failureOf(() -> run(one, "commit")) == null;
    assertThat(waiting.join()).isNull();
    String rows = run(one, "select z, p from c order by z");
    assertThat(rows.contains("[1, 1]")).isEqualTo(!isCommitted);
    run(one, "set enable_seqscan = off");
    assertThat(run(one, "select z, p from c where z >= 0 order by z")).isEqualTo(rows);
    run(one, "insert into p values (1) on conflict do nothing");
    run(one, "insert into c values (50, 1, 50)");
  }

  @Test
  void shouldContinueAfterARollbackOfTheOther() {
    run(one, "begin");
    run(one, "create table x (id int)");
    CompletableFuture<@Nullable Throwable> waiting =
        CompletableFuture.supplyAsync(
            () -> failureOf(() -> run(two, "create table x (name text)")), OwnThread.EXECUTOR);
    awaitWaiting(waiting);
    run(one, "rollback");
    assertThat(waiting.join()).isNull();
    assertThat(run(one, "select name from x")).isEqualTo("[]");
  }

  /** The second statement waits if it conflicts with the lock. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "access share | lock table t in access exclusive mode | true",
        "access share | lock table t in exclusive mode | false",
        "access share | drop table t | true",
        "access share | alter table t add column a int | true",
        "access share | insert into t values (1) | false",
        "row exclusive | drop table t | true",
        "row exclusive | lock table t in share mode | true",
        "row exclusive | insert into t values (1) | false",
        "share update exclusive | lock table t in share update exclusive mode | true",
        "share update exclusive | lock table t in row exclusive mode | false",
        "exclusive | insert into t values (1) | true",
        "exclusive | select * from t | false",
        "access exclusive | lock table t in access share mode | true",
        "access exclusive | insert into t values (1) | true",
        "access exclusive | create view w as select id from t | true",
      })
  void shouldLockTables(String mode, String second, boolean conflicts) {
    run(one, "create table t (id int primary key)");
    run(one, "begin");
    run(one, "lock table t in " + mode + " mode");
    run(two, "set lock_timeout = '100ms'");
    run(two, "begin");
    if (conflicts) {
      assertFails(ErrorCode.LOCK_NOT_AVAILABLE, () -> run(two, second));
    } else {
      run(two, second);
    }
    run(two, "rollback");
    run(one, "commit");
    run(two, "begin");
    run(two, second);
    run(two, "commit");
  }

  @Test
  void shouldFindDeadlocks() {
    run(one, "create table t (id int primary key)");
    run(one, "create table u (id int primary key)");
    run(one, "begin");
    run(two, "begin");
    run(one, "alter table t add column a int");
    run(two, "alter table u add column a int");
    CompletableFuture<@Nullable Throwable> waiting =
        CompletableFuture.supplyAsync(
            () -> failureOf(() -> run(two, "alter table t add column b int")), OwnThread.EXECUTOR);
    awaitWaiting(waiting);
    assertFails(ErrorCode.DEADLOCK_DETECTED, () -> run(one, "alter table u add column b int"));
    run(one, "rollback");
    assertThat(waiting.join()).isNull();
    run(two, "commit");
    assertThat(run(one, "select b from t")).isEqualTo("[]");
  }

  @Test
  void shouldKeepLabelsAndColumnsThatWereAddedAtTheSameTime() {
    run(one, "create type mood as enum ('good')");
    run(one, "create table t (id int primary key, m mood)");
    run(one, "begin");
    run(one, "alter table t add column a int default 3");
    run(two, "alter type mood add value 'bad'");
    run(one, "commit");
    run(one, "insert into t values (1, 'bad')");
    assertThat(run(two, "select * from t")).isEqualTo("[[1, bad, 3]]");
    reopen();
    assertThat(run(two, "select * from t")).isEqualTo("[[1, bad, 3]]");
  }

  /** Each thread knows its own tables; all of them fight for a few names. */
  @Test
  void shouldKeepTheCatalogConsistentUnderRandomChanges() {
    long seed = Seed.of("ConcurrentDefinitionsTest");
    int threadCount = 4;
    List<Set<String>> own = new ArrayList<>();
    List<CompletableFuture<?>> workers = new ArrayList<>();
    for (int i = 0; i < threadCount; i++) {
      Set<String> tables = new TreeSet<>();
      own.add(tables);
      Random random = new Random(seed + i);
      int number = i;
      workers.add(
          CompletableFuture.runAsync(
              () -> changeAtRandom(number, random, tables), OwnThread.EXECUTOR));
    }
    workers.forEach(CompletableFuture::join);
    reopen();
    Set<String> expected = new TreeSet<>();
    own.forEach(expected::addAll);
    String found =
        run(
            one,
            "select relname from pg_class where relkind = 'r' and relname like 'own%' order by 1");
    assertThat(found)
        .as("seed=%s", seed)
        .isEqualTo(expected.stream().map(name -> "[" + name + "]").toList().toString());
  }

  private void changeAtRandom(int number, Random random, Set<String> tables) {
    try (SqlSession session = database.session("worker" + number).sql()) {
      for (int step = 0; step < 25; step++) {
        String mine = "own_%d_%d".formatted(number, random.nextInt(5));
        String common = "common_" + random.nextInt(3);
        String statement =
            tables.contains(mine)
                ? "drop table " + mine
                : "create table %s (id int primary key)".formatted(mine);
        List<String> others =
            List.of(
                "create table %s (id int primary key)".formatted(common),
                "alter table %s add column c%d_%d int".formatted(common, number, step),
                "drop table if exists " + common,
                "create index on %s (id)".formatted(common));
        Throwable failure =
            failureOf(
                () -> {
                  run(session, "begin");
                  run(session, statement);
                  run(session, others.get(random.nextInt(others.size())));
                  run(session, "commit");
                });
        if (failure == null) {
          boolean _ = tables.contains(mine) ? tables.remove(mine) : tables.add(mine);
        } else {
          run(session, "rollback");
          assertThat(failure).isInstanceOf(ColonnadeException.class);
          assertThat(((ColonnadeException) failure).code())
              .isIn(
                  ErrorCode.DUPLICATE_TABLE,
                  ErrorCode.UNKNOWN_TABLE,
                  ErrorCode.DEADLOCK_DETECTED,
                  ErrorCode.SERIALIZATION_FAILURE);
        }
      }
    }
  }

  private void reopen() {
    one.close();
    two.close();
    database.close();
    open();
  }

  private static void awaitWaiting(CompletableFuture<?> waiting) {
    long end = System.nanoTime() + 200_000_000L;
    while (System.nanoTime() < end) {
      assertThat(waiting).isNotDone();
      Thread.onSpinWait();
    }
  }

  private static @Nullable Throwable failureOf(Runnable work) {
    try {
      work.run();
      return null;
    } catch (ColonnadeException e) {
      return e;
    }
  }

  private static void assertFails(ErrorCode code, Runnable work) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(work::run)
        .satisfies(e -> assertThat(e.code()).isEqualTo(code));
  }

  private static String run(SqlSession session, String sql) {
    return session.execute(sql).toList().toString();
  }
}
