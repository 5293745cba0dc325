package dev.colonnade.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import dev.colonnade.testing.OwnThread;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of INSERT ... ON CONFLICT that meets the insert of a concurrent transaction. */
class ConcurrentUpsertTest {
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
    run(one, "create table t (id int primary key, u int unique, v int default 0)");
  }

  @AfterEach
  public void close() {
    one.close();
    two.close();
    database.close();
  }

  /** As PostgreSQL 15 does it at READ COMMITTED. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "(1, 1) on conflict do nothing | [[1, 1, 0]]",
        "(1, 2) on conflict (id) do nothing | [[1, 1, 0]]",
        "(2, 1) on conflict (u) do nothing | [[1, 1, 0]]",
        "(2, 1) on conflict do nothing | [[1, 1, 0]]",
        "(1, 5) on conflict (id) do update set v = t.v + 10 | [[1, 1, 10]]",
        "(5, 1) on conflict (u) do update set v = t.v + excluded.id | [[1, 1, 5]]",
        "(1, 5), (2, 6) on conflict (id) do update set v = 7 | [[1, 1, 7], [2, 6, 0]]",
      })
  void shouldSeeTheRowOfATransactionThatItWaitedFor(String insert, String expected) {
    for (boolean inBlock : List.of(true, false)) {
      run(one, "delete from t");
      run(one, "begin");
      run(one, "insert into t values (1, 1)");
      run(two, inBlock ? "begin" : "select 1");
      CompletableFuture<String> waiting =
          CompletableFuture.supplyAsync(
              () -> run(two, "insert into t (id, u) values " + insert), OwnThread.EXECUTOR);
      awaitWaiting(waiting);
      run(one, "commit");
      waiting.join();
      run(two, inBlock ? "commit" : "select 1");
      assertThat(run(one, "select * from t order by id")).isEqualTo(expected);
    }
  }

  @Test
  void shouldReportOtherUniqueKeys() {
    run(one, "begin");
    run(one, "insert into t values (1, 1)");
    CompletableFuture<String> waiting =
        CompletableFuture.supplyAsync(
            () -> run(two, "insert into t values (2, 1) on conflict (id) do nothing"),
            OwnThread.EXECUTOR);
    awaitWaiting(waiting);
    run(one, "commit");
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(waiting::join)
        .satisfies(
            e ->
                assertThat(e.getCause())
                    .isInstanceOfSatisfying(
                        ColonnadeException.class,
                        cause -> assertThat(cause.code()).isEqualTo(ErrorCode.UNIQUE_VIOLATION)));
  }

  @Test
  void shouldNotSeeTheRowUnderRepeatableRead() {
    run(two, "begin isolation level repeatable read");
    run(two, "select * from t");
    run(one, "insert into t values (1, 1)");
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(() -> run(two, "insert into t values (1, 1) on conflict do nothing"))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.SERIALIZATION_FAILURE));
  }

  @Test
  void shouldCountEachIncrementOfManySessions() {
    int sessionCount = 4;
    int rounds = 20;
    List<CompletableFuture<?>> workers = new ArrayList<>();
    for (int i = 0; i < sessionCount; i++) {
      SqlSession session = database.session("worker" + i).sql();
      workers.add(
          CompletableFuture.runAsync(
              () -> {
                for (int round = 0; round < rounds; round++) {
                  run(
                      session,
                      "insert into t values (%d, %d, 1) on conflict (id) do update set v = t.v + 1"
                          .formatted(round, round));
                }
                session.close();
              },
              OwnThread.EXECUTOR));
    }
    workers.forEach(CompletableFuture::join);
    assertThat(run(one, "select count(*), min(v), max(v) from t"))
        .isEqualTo("[[%d, %d, %d]]".formatted(rounds, sessionCount, sessionCount));
  }

  private static void awaitWaiting(CompletableFuture<?> waiting) {
    long end = System.nanoTime() + 200_000_000L;
    while (System.nanoTime() < end) {
      assertThat(waiting).isNotDone();
      Thread.onSpinWait();
    }
  }

  private static String run(SqlSession session, String sql) {
    return session.execute(sql).toList().toString();
  }
}
