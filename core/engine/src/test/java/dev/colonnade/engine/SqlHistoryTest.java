package dev.colonnade.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.engine.HistoryChecker.Append;
import dev.colonnade.engine.HistoryChecker.Committed;
import dev.colonnade.engine.HistoryChecker.Read;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.testing.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random SQL transactions on several threads, whose history must have no dependency cycle that
 * their isolation level forbids. {@code -Dcolonnade.txn.rounds} sets the duration.
 */
@Timeout(600)
class SqlHistoryTest {
  private static final int THREADS = 4;
  private static final int KEYS = 5;
  private static final int TRANSACTIONS = 120 * Integer.getInteger("colonnade.txn.rounds", 1);

  @TempDir private Path folder;
  private final AtomicInteger nextId = new AtomicInteger();
  private final Queue<Committed> committed = new ConcurrentLinkedQueue<>();

  @ParameterizedTest
  @CsvSource({"serializable,1000", "repeatable read,1", "read committed,0"})
  void shouldHaveNoCycleThatTheIsolationLevelForbids(String level, int readWritesMax)
      throws Exception {
    Random seeds = Seed.random("sql history " + level);
    try (Database database = TestDatabases.open(folder);
        ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      SqlSession first = database.session("test").sql();
      first.execute("create table lists (k int primary key, v text not null)").close();
      for (int key = 0; key < KEYS; key++) {
        first.execute("insert into lists values ($1, '')", key).close();
      }
      List<Future<?>> running = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        Random random = new Random(seeds.nextLong());
        running.add(threads.submit(() -> work(database, level, random)));
      }
      for (Future<?> future : running) {
        future.get(200, TimeUnit.SECONDS);
      }
      assertThat(database.context().transactions().statistics().locks().held()).isZero();
      assertThat(database.context().transactions().statistics().active()).isZero();
    }
    assertThat(committed).hasSizeGreaterThan(TRANSACTIONS / 4);
    assertThat(HistoryChecker.check(List.copyOf(committed), readWritesMax)).isEmpty();
  }

  private void work(Database database, String level, Random random) {
    SqlSession session = database.session("test").sql();
    for (int i = 0; i < TRANSACTIONS; i++) {
      Committed transaction =
          new Committed(nextId.incrementAndGet(), new ArrayList<>(), new ArrayList<>());
      try {
        session.execute("begin isolation level " + level).close();
        int steps = 1 + random.nextInt(4);
        for (int step = 0; step < steps; step++) {
          step(session, random, transaction, step);
        }
        session.execute(random.nextInt(10) == 0 ? "rollback" : "commit").close();
        if (session.takeNotices().isEmpty() && !wasRolledBack(session, transaction)) {
          committed.add(transaction);
        }
      } catch (ColonnadeException e) {
        assertThat(e.code()).isIn(ErrorCode.SERIALIZATION_FAILURE, ErrorCode.DEADLOCK_DETECTED);
        session.execute("rollback").close();
        session.takeNotices();
      }
    }
    session.close();
  }

  /**
   * Reads from the table whether the transaction has committed: a rollback without an error looks
   * like a commit.
   */
  private static boolean wasRolledBack(SqlSession session, Committed transaction) {
    if (transaction.appends().isEmpty()) {
      return false;
    }
    Append append = transaction.appends().getFirst();
    String list = read(session, append.key());
    return !elements(list).contains(append.element());
  }

  private static void step(SqlSession session, Random random, Committed transaction, int step) {
    int key = random.nextInt(KEYS);
    switch (random.nextInt(5)) {
      case 0, 1 -> {
        long element = transaction.id() * 10L + step;
        append(session, key, element);
        transaction.appends().add(new Append(key, element));
      }
      case 2 -> note(transaction, key, read(session, key));
      case 3 -> {
        String sql = "select v from lists where k = $1 for update";
        note(transaction, key, one(session, sql, key));
      }
      default -> {
        String sql = "select k, v from lists where k >= $1";
        for (List<@Nullable Object> row : session.execute(sql, key).toList()) {
          int found = Integer.parseInt(String.valueOf(row.getFirst()));
          note(transaction, found, String.valueOf(row.getLast()));
        }
      }
    }
  }

  private static String read(SqlSession session, int key) {
    return one(session, "select v from lists where k = $1", key);
  }

  private static String one(SqlSession session, String sql, int key) {
    return String.valueOf(session.execute(sql, key).toList().getFirst().getFirst());
  }

  /** Records a read, without the transaction's own appends, which show no dependency. */
  private static void note(Committed transaction, int key, String list) {
    List<Long> elements = new ArrayList<>(elements(list));
    transaction.appends().forEach(append -> elements.remove(append.element()));
    transaction.reads().add(new Read(key, elements));
  }

  private static List<Long> elements(String list) {
    return Arrays.stream(list.split(",", -1))
        .filter(element -> !element.isEmpty())
        .map(Long::valueOf)
        .toList();
  }

  /** Two sessions, one of which would read two snapshots if it refreshed without validation. */
  @Test
  void shouldFindTheCycleOfARefreshWithoutValidation() {
    try (Database database = TestDatabases.open(folder)) {
      SqlSession one = database.session("test").sql();
      SqlSession other = database.session("test").sql();
      one.execute("create table lists (k int primary key, v text not null)").close();
      one.execute("insert into lists values (1, ''), (2, '')").close();
      Committed moved = new Committed(1, new ArrayList<>(), new ArrayList<>());
      Committed between =
          new Committed(2, List.of(new Append(1, 20), new Append(2, 21)), List.of());
      one.execute("begin").close();
      note(moved, 1, read(one, 1));
      other.execute("begin").close();
      append(other, 1, 20);
      append(other, 2, 21);
      other.execute("commit").close();
      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> append(one, 2, 10))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.SERIALIZATION_FAILURE));
      one.execute("rollback").close();
      one.execute("begin").close(); // at the later snapshot, without validation
      append(one, 2, 10);
      one.execute("commit").close();
      moved.appends().add(new Append(2, 10));
      Committed reader = new Committed(3, List.of(), new ArrayList<>());
      note(reader, 1, read(one, 1));
      note(reader, 2, read(one, 2));
      assertThat(HistoryChecker.check(List.of(moved, between, reader), 1000)).hasSize(1);
    }
  }

  private static void append(SqlSession session, int key, long element) {
    session.execute("update lists set v = v || $1::text where k = $2", element + ",", key).close();
  }

  @Test
  void shouldFindWriteSkew() {
    List<Committed> history =
        List.of(
            new Committed(1, List.of(new Append(1, 10)), List.of(new Read(2, List.of()))),
            new Committed(2, List.of(new Append(2, 20)), List.of(new Read(1, List.of()))),
            new Committed(
                3, List.of(), List.of(new Read(1, List.of(10L)), new Read(2, List.of(20L)))));
    assertThat(HistoryChecker.check(history, 1000)).hasSize(1);
    assertThat(HistoryChecker.check(history, 1)).isEmpty();
  }

  @Test
  void shouldFindReadSkewAndLostAppends() {
    List<Committed> skew =
        List.of(
            new Committed(1, List.of(new Append(1, 10), new Append(2, 20)), List.of()),
            new Committed(2, List.of(), List.of(new Read(1, List.of(10L)), new Read(2, List.of()))),
            new Committed(3, List.of(), List.of(new Read(2, List.of(20L)))));
    assertThat(HistoryChecker.check(skew, 1)).hasSize(1);
    assertThat(HistoryChecker.check(skew, 0)).isEmpty();
    List<Committed> lost =
        List.of(
            new Committed(1, List.of(new Append(1, 10)), List.of(new Read(1, List.of(10L)))),
            new Committed(2, List.of(new Append(1, 20)), List.of(new Read(1, List.of(20L)))));
    assertThat(HistoryChecker.check(lost, 0)).isNotEmpty();
    List<Committed> undone =
        List.of(new Committed(1, List.of(), List.of(new Read(1, List.of(99L)))));
    assertThat(HistoryChecker.check(undone, 0)).isNotEmpty();
  }
}
