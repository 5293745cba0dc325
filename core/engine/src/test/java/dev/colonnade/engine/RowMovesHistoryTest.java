package dev.colonnade.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.testing.OwnThread;
import dev.colonnade.testing.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Random histories of readers and writers beside moves of the rows of a table between a hidden key
 * and a primary key.
 */
@Tag("integration")
@Timeout(300)
class RowMovesHistoryTest extends RowMovesFixture {
  private static final int ACCOUNTS = 300;
  private static final int BALANCE = 1000;
  private static final int MOVES_MIN = 6;

  /** Readers, transfers, counters under row locks, inserts and deletes beside moves to and fro. */
  @Test
  void shouldKeepEveryWriteWhileRowsMove() {
    run(
        "create table t (id int primary key, balance int, counter int default 0, note text)",
        "insert into t (id, balance) select n, %d from generate_series(1, %d) n"
            .formatted(BALANCE, ACCOUNTS),
        "create index t_balance on t (balance)",
        "create unique index t_note on t (note)");
    AtomicBoolean stop = new AtomicBoolean();
    AtomicLong counted = new AtomicLong();
    List<Long> inserted = new ArrayList<>();
    Random seeds = Seed.random("RowMovesHistoryTest");
    List<CompletableFuture<Void>> others =
        List.of(
            start(stop, seeds.nextLong(), RowMovesHistoryTest::transfer),
            start(stop, seeds.nextLong(), RowMovesHistoryTest::transfer),
            start(stop, seeds.nextLong(), (session, random) -> count(session, random, counted)),
            start(stop, seeds.nextLong(), (session, random) -> count(session, random, counted)),
            start(stop, seeds.nextLong(), (session, random) -> insert(session, random, inserted)),
            start(stop, seeds.nextLong(), RowMovesHistoryTest::readAll));
    int moves = 0;
    try {
      long end = System.nanoTime() + 10_000_000_000L;
      while ((moves < MOVES_MIN || System.nanoTime() < end)
          && others.stream().noneMatch(CompletableFuture::isDone)) {
        moves += table().schema().hasHiddenKey() ? tryMove("add primary key (id)") : 0;
        moves += table().schema().hasHiddenKey() ? 0 : tryMove("drop constraint t_pkey");
        if (table().schema().hasHiddenKey() && !table().declaredKey().isEmpty()) {
          tryMove("drop constraint t_pkey"); // the key is an index: writers prevented a move
        }
      }
    } finally {
      stop.set(true);
      others.forEach(CompletableFuture::join);
    }
    assertThat(moves).isGreaterThanOrEqualTo(MOVES_MIN);
    assertThat(run(sql, "select sum(balance), sum(counter) from t where id <= " + ACCOUNTS))
        .isEqualTo("[[%d, %d]]".formatted(ACCOUNTS * BALANCE, counted.get()));
    String ids = run(sql, "select id from t where id > %d order by id".formatted(ACCOUNTS));
    assertThat(ids).isEqualTo(inserted.stream().sorted().map(List::of).toList().toString());
    IndexChecks.requireSound(database, "t");
  }

  /** Returns 1 if the statement has moved the rows. */
  private int tryMove(String action) {
    int before = table().descriptor().rows().indexId();
    try {
      run("alter table t " + action);
    } catch (ColonnadeException e) {
      assertThat(e.code()).isIn(ErrorCode.LOCK_NOT_AVAILABLE, ErrorCode.SERIALIZATION_FAILURE);
    }
    return table().descriptor().rows().indexId() == before ? 0 : 1;
  }

  @FunctionalInterface
  private interface Step {
    void run(SqlSession session, Random random);
  }

  private CompletableFuture<Void> start(AtomicBoolean stop, long seed, Step step) {
    return CompletableFuture.runAsync(
        () -> {
          Random random = new Random(seed);
          try (SqlSession session = database.session("other").sql()) {
            while (!stop.get()) {
              try {
                step.run(session, random);
              } catch (ColonnadeException e) {
                assertThat(e.code())
                    .as(() -> e + " at " + List.of(e.getStackTrace()))
                    .isIn(
                        ErrorCode.SERIALIZATION_FAILURE,
                        ErrorCode.DEADLOCK_DETECTED,
                        ErrorCode.READ_TIMESTAMP_TOO_OLD);
                run(session, "rollback");
              }
            }
          }
        },
        OwnThread.EXECUTOR);
  }

  private static int account(Random random) {
    return 1 + random.nextInt(ACCOUNTS);
  }

  private static void transfer(SqlSession session, Random random) {
    boolean isSerializable = random.nextBoolean();
    run(session, "begin isolation level " + (isSerializable ? "serializable" : "read committed"));
    int amount = random.nextInt(50);
    change(session, account(random), -amount);
    change(session, account(random), amount);
    run(session, random.nextInt(5) == 0 ? "rollback" : "commit");
  }

  private static void change(SqlSession session, int id, int amount) {
    run(session, "update t set balance = balance + %d where id = %d".formatted(amount, id));
  }

  /** Increments a counter, in a block with a row lock or in one statement. */
  private static void count(SqlSession session, Random random, AtomicLong counted) {
    int id = account(random);
    if (random.nextBoolean()) {
      run(session, "begin");
      String read = run(session, "select counter from t where id = %d for update".formatted(id));
      long counter = Long.parseLong(read.replaceAll("[^0-9]", ""));
      run(session, "update t set counter = %d where id = %d".formatted(counter + 1, id));
      run(session, "commit");
    } else {
      run(session, "update t set counter = counter + 1 where id = " + id);
    }
    counted.incrementAndGet();
  }

  private static void insert(SqlSession session, Random random, List<Long> inserted) {
    long id = ACCOUNTS + 1L + random.nextInt(1_000_000);
    if (!inserted.isEmpty() && random.nextInt(3) == 0) {
      long victim = inserted.get(random.nextInt(inserted.size()));
      run(session, "delete from t where id = " + victim);
      inserted.remove(victim);
    } else if (!inserted.contains(id)) {
      run(session, "insert into t (id, note) values (%d, 'n%d')".formatted(id, id));
      inserted.add(id);
    }
  }

  /** Queries outside of a block are run again instead of failing, until they return a row. */
  private static void readAll(SqlSession session, Random random) {
    int id = account(random);
    assertThatCode(() -> readAll(session, id)).doesNotThrowAnyException();
  }

  private static void readAll(SqlSession session, int id) {
    String sum = "[[%d, %d]]".formatted(ACCOUNTS * BALANCE, ACCOUNTS);
    String query = "select sum(balance), count(*) from t where ";
    String predicate = "id <= " + ACCOUNTS;
    assertThat(run(session, query + predicate)).as("by id").isEqualTo(sum);
    assertThat(run(session, query + "balance is not null")).as("by balance").isEqualTo(sum);
    assertThat(run(session, "select max(id), count(*) from t where id = " + id))
        .isEqualTo("[[%d, 1]]".formatted(id));
  }
}
