package dev.colonnade.mvcc.txn;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.buffer.overlay.MergeCursor;
import dev.colonnade.mvcc.commit.CommitResult;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.mvcc.lock.LockLimits;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.txn.options.IsolationLevel;
import dev.colonnade.mvcc.txn.options.TransactionLimits;
import dev.colonnade.store.Durability;
import dev.colonnade.testing.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Serializability test: runs random concurrent transactions, records all their reads and writes,
 * and replays the committed ones serially in commit order on a map. Every read must return the
 * recorded result.
 */
class TransactionHistoryTest {
  @TempDir private Path folder;

  private static final int KEYS = 12;
  private static final int THREADS = 6;
  private static final int ROUNDS = Integer.getInteger("colonnade.txn.rounds", 250);

  /**
   * Maximum number of runs: threads that rarely overlap in one run may need no lookup in the store.
   */
  private static final int TINY_RUNS_MAX = 200;

  private static final TransactionLimits TINY =
      new TransactionLimits(1_000, 100_000, 2, 3, LockLimits.DEFAULT);

  @RepeatedTest(3)
  void shouldBeSerializable() throws Exception {
    run(TransactionLimits.DEFAULT, false);
  }

  @Test
  void shouldBeSerializableWithTinyLimits() throws Exception {
    long lookups = 0;
    for (int i = 0; i < TINY_RUNS_MAX && lookups == 0; i++) {
      lookups = run(TINY, false).lookups();
    }
    assertThat(lookups).isPositive();
  }

  @Test
  void shouldBeSerializableWithReadRefreshes() throws Exception {
    run(TransactionLimits.DEFAULT, true);
    run(TINY, true);
  }

  @Test
  void shouldDetectARefreshWithoutValidation() {
    Key read = Key.wrap(new byte[] {1, 1});
    Key written = Key.wrap(new byte[] {1, 2});
    try (TransactionFixture fixture = new TransactionFixture(TransactionLimits.DEFAULT);
        Transaction before = fixture.begin(IsolationLevel.SERIALIZABLE)) {
      List<Step> moved = new ArrayList<>();
      assertThat(before.get(read)).isNull();
      moved.add(new Step.Read(KeySpan.single(read), Map.of()));
      List<Committed> history = new ArrayList<>();
      history.add(inserted(fixture, read, new ArrayList<>()));
      Savepoint start = before.savepoint();
      before.beginStatement();
      assertThat(before.refresh(start)).isFalse();
      // The history as if the transaction had continued at the later timestamp nevertheless.
      history.add(inserted(fixture, written, moved));
      assertThatThrownBy(() -> replay(history, 0)).isInstanceOf(AssertionError.class);
    }
  }

  private static Committed inserted(TransactionFixture fixture, Key key, List<Step> steps) {
    try (Transaction transaction = fixture.begin(IsolationLevel.SERIALIZABLE)) {
      transaction.insert(key, MvccFixture.value("1"), LockWaitPolicy.FOREVER);
      steps.add(new Step.Write(key, "1"));
      return new Committed(transaction.commit(Durability.RELAXED).timestamp(), false, steps);
    }
  }

  @Test
  void shouldBeSerializableWhenWritesSpillAndCommitInChunks() throws Exception {
    run(TransactionLimits.DEFAULT, false, folder);
    run(TransactionLimits.DEFAULT, true, folder);
  }

  @Test
  void shouldBeSerializableWhenLocksEscalate() throws Exception {
    for (int escalateAfter = 1; escalateAfter <= 3; escalateAfter++) {
      TransactionLimits limits =
          new TransactionLimits(
              1_000, 100_000, 100, 100, new LockLimits(1_000, 100, 100, 1 << 20, escalateAfter));
      run(limits, false, null);
      run(limits, true, folder);
    }
  }

  @Test
  void shouldWaitForEscalationsNearALimit() throws Exception {
    LockLimits locks = new LockLimits(1_000, 7, 100, 1 << 20, 1);
    run(new TransactionLimits(1_000, 100_000, 100, 100, locks), false, null);
  }

  private TransactionStatistics run(TransactionLimits limits, boolean moves) throws Exception {
    return run(limits, moves, null);
  }

  private TransactionStatistics run(
      TransactionLimits limits, boolean moves, @Nullable Path spillFolder) throws Exception {
    long seed = Seed.of("TransactionHistoryTest");
    try (TransactionFixture fixture = new TransactionFixture(limits, spillFolder)) {
      List<Committed> history = new ArrayList<>();
      try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
        List<Future<List<Committed>>> workers = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
          Worker worker = new Worker(fixture, new Random(seed + thread), moves);
          workers.add(threads.submit(worker::work));
        }
        for (Future<List<Committed>> worker : workers) {
          history.addAll(worker.get(120, TimeUnit.SECONDS));
        }
      }
      TransactionStatistics statistics = fixture.transactions.statistics();
      assertThat(statistics.active()).isZero();
      assertThat(fixture.transactions.locks().isEmpty()).isTrue();
      assertThat(fixture.guard.oldestPin()).isEqualTo(Long.MAX_VALUE);
      replay(history, seed);
      assertThat(statistics.committed()).as("seed=%s", seed).isEqualTo(history.size());
      return statistics;
    }
  }

  private static void replay(List<Committed> history, long seed) {
    history.sort(Comparator.comparing(Committed::timestamp).thenComparing(Committed::isReader));
    NavigableMap<Key, String> model = new TreeMap<>();
    for (Committed record : history) {
      for (Step step : record.steps()) {
        step.replay(model, "seed=%s timestamp=%s".formatted(seed, record.timestamp()));
      }
    }
  }

  /** Recorded operation of a transaction. */
  private sealed interface Step {
    void replay(NavigableMap<Key, String> model, String where);

    record Read(KeySpan span, Map<Key, String> found) implements Step {
      @Override
      public void replay(NavigableMap<Key, String> model, String where) {
        assertThat(model.subMap(span.start(), true, span.end(), false))
            .as("%s span=%s", where, span)
            .isEqualTo(found);
      }
    }

    record Write(Key key, @Nullable String value) implements Step {
      @Override
      public void replay(NavigableMap<Key, String> model, String where) {
        if (value == null) {
          model.remove(key);
        } else {
          model.put(key, value);
        }
      }
    }
  }

  /**
   * Committed transaction. A transaction without changes (such as one that deleted what it had
   * inserted) has no commit timestamp of its own: it follows the writer of the timestamp that it
   * read at.
   */
  private record Committed(long timestamp, boolean isReader, List<Step> steps) {}

  private static final class Worker {
    private final TransactionFixture fixture;
    private final Random random;
    private final boolean moves;

    Worker(TransactionFixture fixture, Random random, boolean moves) {
      this.fixture = fixture;
      this.random = random;
      this.moves = moves;
    }

    List<Committed> work() {
      List<Committed> done = new ArrayList<>();
      for (int round = 0; round < ROUNDS; round++) {
        try (Transaction transaction = fixture.begin(IsolationLevel.SERIALIZABLE)) {
          done.add(perform(transaction));
        } catch (ColonnadeException e) {
          assertThat(e.code())
              .isIn(
                  ErrorCode.SERIALIZATION_FAILURE,
                  ErrorCode.DEADLOCK_DETECTED,
                  ErrorCode.OUT_OF_LOCKS);
        }
        if (random.nextInt(20) == 0) {
          collect();
        }
      }
      return done;
    }

    private Committed perform(Transaction transaction) {
      List<Step> steps = new ArrayList<>();
      int count = 1 + random.nextInt(5);
      for (int step = 0; step < count; step++) {
        transaction.beginStatement();
        Savepoint start = transaction.savepoint();
        int before = steps.size();
        while (!isDone(transaction, start, steps)) {
          steps.subList(before, steps.size()).clear();
        }
      }
      CommitResult result = transaction.commit(Durability.RELAXED);
      boolean changes = result.insertedCount() + result.updatedCount() + result.deletedCount() > 0;
      return new Committed(result.timestamp(), !changes, steps);
    }

    /**
     * Executes a step; returns false if the transaction was refreshed and the step must be
     * repeated.
     */
    private boolean isDone(Transaction transaction, Savepoint start, List<Step> steps) {
      try {
        step(transaction, steps);
        return true;
      } catch (ColonnadeException e) {
        if (!moves || e.code() != ErrorCode.SERIALIZATION_FAILURE || !transaction.refresh(start)) {
          throw e;
        }
        return false;
      }
    }

    private void step(Transaction transaction, List<Step> steps) {
      switch (random.nextInt(6)) {
        case 0, 1 -> steps.add(get(transaction, key()));
        case 2 -> steps.add(scan(transaction));
        case 3 -> undo(transaction);
        default -> write(transaction, key(), steps);
      }
    }

    private Step get(Transaction transaction, Key key) {
      Version version = transaction.get(key);
      return new Step.Read(
          KeySpan.single(key),
          version == null
              ? Map.of()
              : Map.of(key, requireNonNull(MvccFixture.text(version.value()))));
    }

    private Step scan(Transaction transaction) {
      Key one = key();
      Key other = key();
      KeySpan span = new KeySpan(Key.min(one, other), Key.max(one, other));
      Map<Key, String> found = new TreeMap<>();
      try (MergeCursor cursor = transaction.cursor(span)) {
        while (cursor.next()) {
          found.put(cursor.key(), MvccFixture.text(cursor.value()));
        }
      }
      return new Step.Read(span, found);
    }

    private void write(Transaction transaction, Key key, List<Step> steps) {
      LockedRow locked = transaction.lock(key, LockStrength.UPDATE, LockWaitPolicy.FOREVER);
      if (!(locked instanceof LockedRow.Locked(Version newest, boolean changed))) {
        throw new AssertionError(locked);
      }
      // The row found under the lock belongs to the read set.
      steps.add(get(transaction, key));
      String value = Integer.toString(random.nextInt(1_000_000));
      if (newest == null) {
        transaction.insert(key, MvccFixture.value(value), LockWaitPolicy.FOREVER);
        steps.add(new Step.Write(key, value));
      } else if (random.nextInt(4) == 0) {
        transaction.delete(key);
        steps.add(new Step.Write(key, null));
      } else {
        transaction.put(key, MvccFixture.value(value));
        steps.add(new Step.Write(key, value));
      }
    }

    /** Writes and rolls back to a savepoint, which leaves no trace. */
    private void undo(Transaction transaction) {
      Savepoint savepoint = transaction.savepoint();
      write(transaction, key(), new ArrayList<>());
      transaction.rollbackTo(savepoint);
    }

    private void collect() {
      synchronized (fixture.collector) {
        fixture.collector.collect(fixture.reads.latest(), Runnable::run).join();
      }
    }

    private Key key() {
      return Key.wrap(new byte[] {0, 0, 0, 1, 0, 0, 1, (byte) random.nextInt(KEYS)});
    }
  }
}
