package dev.colonnade.mvcc.txn;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static dev.colonnade.mvcc.commit.MvccFixture.value;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.buffer.RowWriteBatch;
import dev.colonnade.mvcc.commit.CommitResult;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.mvcc.lock.LockLimits;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.mvcc.txn.options.IsolationLevel;
import dev.colonnade.mvcc.txn.options.TransactionLimits;
import dev.colonnade.mvcc.txn.options.TransactionOptions;
import dev.colonnade.store.Durability;
import dev.colonnade.testing.OwnThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TransactionTest {
  private final TransactionFixture fixture =
      new TransactionFixture(new TransactionLimits(3, 200, 4, 100, LockLimits.DEFAULT));

  @AfterEach
  public void close() {
    fixture.close();
  }

  @Test
  void shouldEndALockWaitAfterItsTimeout() {
    put("a", "1");
    try (Transaction holder = fixture.begin(IsolationLevel.READ_COMMITTED);
        Transaction waiter = fixture.begin(IsolationLevel.READ_COMMITTED)) {
      holder.lock(key("a"), LockStrength.UPDATE, LockWaitPolicy.FOREVER);
      LockWaitPolicy shortly = LockWaitPolicy.within(Duration.ofMillis(5));
      assertFails(
          () -> waiter.lock(key("a"), LockStrength.SHARE, shortly), ErrorCode.LOCK_NOT_AVAILABLE);
      holder.rollback();
      waiter.lock(key("a"), LockStrength.SHARE, shortly);
    }
    assertThat(fixture.transactions.locks().isEmpty()).isTrue();
  }

  @Test
  void shouldReleaseLocksBeforeTheCommitIsDurable() {
    put("a", "1");
    List<Transaction> next = new ArrayList<>();
    fixture.proposer.duringNextSync(
        () -> {
          Transaction second = fixture.begin(IsolationLevel.SERIALIZABLE);
          next.add(second);
          assertThat(locked(second, "a")).isEqualTo("2");
          second.put(key("a"), value("3"));
          assertThat(read("a")).as("for other transactions").isEqualTo("1");
          try (Transaction reader =
              fixture.transactions.begin(
                  TransactionOptions.of(IsolationLevel.SERIALIZABLE).asReadOnly())) {
            assertThat(MvccFixture.text(reader.get(key("a")))).as("read only").isEqualTo("1");
          }
        });
    try (Transaction first = fixture.begin(IsolationLevel.SERIALIZABLE)) {
      assertThat(locked(first, "a")).isEqualTo("1");
      first.put(key("a"), value("2"));
      first.commit(Durability.SYNC);
    }
    try (Transaction second = next.getFirst()) {
      second.commit(Durability.SYNC);
    }
    assertThat(read("a")).isEqualTo("3");
    assertThat(fixture.transactions.locks().isEmpty()).isTrue();
  }

  @Test
  void shouldCommitAReaderOfUndurableDataOnlyWhenTheDataIsDurable() throws Exception {
    put("a", "1");
    List<CompletableFuture<Long>> ends = new ArrayList<>();
    fixture.proposer.duringNextSync(
        () -> {
          Transaction reader = fixture.begin(IsolationLevel.READ_COMMITTED);
          assertThat(MvccFixture.text(reader.get(key("a")))).isEqualTo("2");
          ends.add(
              CompletableFuture.supplyAsync(
                  () -> {
                    reader.commit(Durability.SYNC);
                    return fixture.reads.latest();
                  },
                  OwnThread.EXECUTOR));
        });
    long committed;
    try (Transaction writer = fixture.begin(IsolationLevel.READ_COMMITTED)) {
      locked(writer, "a");
      writer.put(key("a"), value("2"));
      committed = writer.commit(Durability.SYNC).timestamp();
    }
    assertThat(ends.getFirst().get(60, TimeUnit.SECONDS)).isGreaterThanOrEqualTo(committed);
  }

  private static @Nullable String locked(Transaction transaction, String key) {
    return transaction.lock(key(key), LockStrength.UPDATE, LockWaitPolicy.NOWAIT)
            instanceof LockedRow.Locked locked
        ? MvccFixture.text(locked.newest())
        : null;
  }

  @Test
  void shouldRefuseTooManyWritesAndBytesAndContinue() {
    try (Transaction transaction = fixture.begin(IsolationLevel.SERIALIZABLE)) {
      for (String key : new String[] {"a", "b", "c"}) {
        transaction.insert(key(key), value("1"), LockWaitPolicy.NOWAIT);
      }
      assertFails(
          () -> transaction.insert(key("d"), value("1"), LockWaitPolicy.NOWAIT),
          ErrorCode.TRANSACTION_TOO_LARGE);
      transaction.delete(key("a"));
      byte[] large = value("x".repeat(300));
      assertFails(() -> transaction.put(key("b"), large), ErrorCode.TRANSACTION_TOO_LARGE);
      transaction.commit(Durability.SYNC);
    }
    assertThat(read("a")).isNull();
    assertThat(read("b")).isEqualTo("1");
  }

  @Test
  void shouldNotReadTheDiskInANonBlockingAttempt() {
    put("a", "1");
    try (Transaction transaction = fixture.begin(IsolationLevel.SERIALIZABLE)) {
      transaction.beginStatement();
      Savepoint start = transaction.savepoint();
      fixture.store.setCold(true);
      assertThat(transaction.<Object>withoutWaiting(start, () -> transaction.get(key("a"))))
          .isNull();
      assertThat(
              transaction.<Object>withoutWaiting(
                  start,
                  () -> transaction.lock(key("a"), LockStrength.UPDATE, LockWaitPolicy.FOREVER)))
          .isNull();
      assertThat(
              transaction.<Object>withoutWaiting(
                  start, () -> transaction.cursor(KeySpan.single(key("a")))))
          .isNull();
      assertThat(fixture.transactions.locks().isEmpty()).as("released its lock").isTrue();
      fixture.store.setCold(false);
      assertThat(
              transaction.<Object>withoutWaiting(
                  start, () -> MvccFixture.text(transaction.get(key("a")))))
          .isEqualTo("1");
      transaction.lock(key("a"), LockStrength.UPDATE, LockWaitPolicy.NOWAIT);
      transaction.put(key("a"), value("2"));
      transaction.commit(Durability.SYNC);
    }
    assertThat(read("a")).isEqualTo("2");
  }

  @Test
  void shouldUndoANonBlockingAttemptThatWouldBlock() {
    put("a", "1");
    put("b", "1");
    try (Transaction holder = fixture.begin(IsolationLevel.READ_COMMITTED);
        Transaction transaction = fixture.begin(IsolationLevel.SERIALIZABLE)) {
      holder.lock(key("b"), LockStrength.UPDATE, LockWaitPolicy.NOWAIT);
      transaction.beginStatement();
      Savepoint start = transaction.savepoint();
      Object tried =
          transaction.<Object>withoutWaiting(
              start,
              () -> {
                transaction.get(key("b"));
                transaction.lock(key("a"), LockStrength.UPDATE, LockWaitPolicy.FOREVER);
                transaction.put(key("a"), value("2"));
                return transaction.lock(key("b"), LockStrength.UPDATE, LockWaitPolicy.FOREVER);
              });
      assertThat(tried).isNull();
      assertThat(transaction.hasWrites()).isFalse();
      holder.put(key("b"), value("2"));
      holder.commit(Durability.SYNC);
      // The reads of the attempt are not in the read set, so this commits.
      transaction.insert(key("c"), value("1"), LockWaitPolicy.NOWAIT);
      transaction.commit(Durability.SYNC);
    }
    assertThat(read("a")).isEqualTo("1");
    assertThat(fixture.transactions.locks().isEmpty()).isTrue();
  }

  @Test
  void shouldReadAtAnEarlierTimestamp() {
    long first = put("a", "1");
    put("a", "2");
    try (Transaction past = fixture.transactions.begin(TransactionOptions.asOf(first))) {
      assertThat(MvccFixture.text(past.get(key("a")))).isEqualTo("1");
      assertFails(
          () -> past.insert(key("b"), value("1"), LockWaitPolicy.NOWAIT),
          ErrorCode.READ_ONLY_TRANSACTION);
      assertThat(past.commit(Durability.SYNC).timestamp()).isEqualTo(first);
    }
  }

  @Test
  void shouldFailIfAWriterWithoutLocksChangedALockedRow() {
    put("a", "1");
    try (Transaction transaction = fixture.begin(IsolationLevel.READ_COMMITTED)) {
      transaction.lock(key("a"), LockStrength.UPDATE, LockWaitPolicy.NOWAIT);
      put("a", "2");
      transaction.put(key("a"), value("3"));
      assertFails(() -> transaction.commit(Durability.SYNC), ErrorCode.SERIALIZATION_FAILURE);
    }
    assertThat(read("a")).isEqualTo("2");
  }

  @Test
  void shouldValidateInTheStoreWhatIsNoLongerTracked() {
    put("a", "1");
    try (Transaction transaction = fixture.begin(IsolationLevel.SERIALIZABLE)) {
      transaction.get(key("a"));
      transaction.insert(key("b"), value("1"), LockWaitPolicy.NOWAIT);
      for (int round = 0; round < 300; round++) {
        put("z", Integer.toString(round));
      }
      transaction.commit(Durability.SYNC);
    }
    assertThat(fixture.transactions.statistics().lookups()).isEqualTo(1);
    assertThat(read("b")).isEqualTo("1");
  }

  @Test
  void shouldFindConflictsInTheStoreThatAreNoLongerTracked() {
    put("a", "1");
    try (Transaction transaction = fixture.begin(IsolationLevel.SERIALIZABLE)) {
      transaction.get(key("a"));
      transaction.insert(key("b"), value("1"), LockWaitPolicy.NOWAIT);
      fixture.pipeline.commit(new Mutations().delete(key("a"), Condition.PRESENT));
      for (int round = 0; round < 300; round++) {
        put("z", Integer.toString(round));
      }
      fixture.collector.collect(fixture.reads.latest(), Runnable::run).join();
      assertFails(() -> transaction.commit(Durability.SYNC), ErrorCode.SERIALIZATION_FAILURE);
    }
    assertThat(read("b")).isNull();
  }

  @Test
  void shouldMergeAdjacentSpansOfALargeReadSet() {
    try (Transaction transaction = fixture.begin(IsolationLevel.SERIALIZABLE)) {
      for (String key : new String[] {"a", "c", "e", "g", "i", "k"}) {
        transaction.get(key(key));
      }
      transaction.insert(key("z"), value("1"), LockWaitPolicy.NOWAIT);
      put("b", "1"); // not read, but between two keys that were read
      assertFails(() -> transaction.commit(Durability.SYNC), ErrorCode.SERIALIZATION_FAILURE);
    }
  }

  @Test
  void shouldWriteAndDeletePartsOfARow() {
    try (Transaction transaction = fixture.begin(IsolationLevel.SERIALIZABLE)) {
      transaction.insert(key("a"), value("1"), LockWaitPolicy.NOWAIT);
      transaction.putPart(key("a1"), value("2"));
      assertThat(transaction.hasWrites(KeySpan.single(key("a1")))).isTrue();
      assertThat(transaction.commit(Durability.SYNC).insertedCount()).isEqualTo(1);
    }
    try (Transaction transaction = fixture.begin(IsolationLevel.SERIALIZABLE)) {
      transaction.lock(key("a"), LockStrength.UPDATE, LockWaitPolicy.NOWAIT);
      transaction.delete(key("a"));
      transaction.deletePart(key("a1"));
      transaction.commit(Durability.SYNC);
    }
    assertThat(read("a1")).isNull();
  }

  @Test
  void shouldHoldARowLockAfterAnError() {
    put("a", "1");
    try (Transaction transaction = fixture.begin(IsolationLevel.READ_COMMITTED);
        Transaction other = fixture.begin(IsolationLevel.READ_COMMITTED)) {
      assertFails(
          () -> transaction.insert(key("a"), value("2"), LockWaitPolicy.NOWAIT),
          ErrorCode.UNIQUE_VIOLATION);
      assertFails(
          () -> other.lock(key("a"), LockStrength.SHARE, LockWaitPolicy.NOWAIT),
          ErrorCode.LOCK_NOT_AVAILABLE);
    }
  }

  @Test
  void shouldStopTrackingAfterTheLastValidationOfATransaction() {
    for (int round = 0; round < 5; round++) {
      try (Transaction transaction = fixture.begin(IsolationLevel.SERIALIZABLE)) {
        transaction.get(key("a"));
        transaction.insert(key("b" + round), value("1"), LockWaitPolicy.NOWAIT);
        transaction.commit(Durability.SYNC);
      }
    }
    assertThat(fixture.recent.trackedCount()).isZero();
    try (Transaction reader = fixture.begin(IsolationLevel.SERIALIZABLE);
        Transaction writer = fixture.begin(IsolationLevel.SERIALIZABLE)) {
      reader.get(key("a"));
      writer.get(key("b0"));
      writer.insert(key("a"), value("1"), LockWaitPolicy.NOWAIT);
      writer.commit(Durability.SYNC);
      assertThat(fixture.recent.trackedCount()).isEqualTo(1);
      reader.insert(key("c"), value("1"), LockWaitPolicy.NOWAIT);
      assertFails(() -> reader.commit(Durability.SYNC), ErrorCode.SERIALIZATION_FAILURE);
    }
    put("d", "1");
    assertThat(fixture.recent.trackedCount()).isZero();
  }

  @Test
  void shouldInsertManyRowsWithoutLocks() {
    put("c", "old");
    try (Transaction transaction = fixture.begin(IsolationLevel.SERIALIZABLE)) {
      transaction.lock(key("c"), LockStrength.UPDATE, LockWaitPolicy.NOWAIT);
      transaction.delete(key("c"));
      Savepoint savepoint = transaction.savepoint();
      assertThat(transaction.insertAll(run("a", "b")).isEmpty()).isTrue();
      assertThat(MvccFixture.text(transaction.get(key("b")))).isEqualTo("new");
      assertThat(transaction.insertAll(run("b")).present()).containsExactly(key("b"));
      transaction.rollbackTo(savepoint);
      assertThat(transaction.get(key("b"))).isNull();
      assertThat(transaction.insertAll(run("d", "c", "d")).repeated()).containsExactly(key("d"));
      assertThat(transaction.insertAll(run("d", "c")).isEmpty()).isTrue();
      assertThat(fixture.transactions.locks().statistics().held()).isEqualTo(1);
      CommitResult committed = transaction.commit(Durability.SYNC);
      assertThat(committed.insertedCount()).isEqualTo(1);
      assertThat(committed.updatedCount()).as("a row inserted again").isEqualTo(1);
    }
    assertThat(read("c")).isEqualTo("new");
    assertThat(read("d")).isEqualTo("new");
  }

  @Test
  void shouldLetTheFirstCommitterInsertAKey() {
    put("a", "old");
    try (Transaction one = fixture.begin(IsolationLevel.READ_COMMITTED);
        Transaction two = fixture.begin(IsolationLevel.READ_COMMITTED)) {
      assertThat(one.insertAll(run("a", "b")).present()).containsExactly(key("a"));
      assertThat(one.insertAll(run("b", "c")).isEmpty()).isTrue();
      assertThat(two.insertAll(run("c")).isEmpty()).isTrue();
      two.commit(Durability.SYNC);
      assertFails(() -> one.commit(Durability.SYNC), ErrorCode.UNIQUE_VIOLATION);
      assertThat(one.duplicateKey()).isEqualTo(key("c"));
    }
    assertThat(read("b")).isNull();
    assertThat(read("c")).isEqualTo("new");
  }

  @Test
  void shouldFailToInsertAKeyThatWasInsertedAfterItsSnapshot() {
    try (Transaction transaction = fixture.begin(IsolationLevel.SERIALIZABLE)) {
      transaction.get(key("z"));
      put("a", "1");
      assertFails(() -> transaction.insertAll(run("a")), ErrorCode.SERIALIZATION_FAILURE);
    }
  }

  @Test
  void shouldChangeRowsTogether() {
    long first = put("a", "1");
    long second = put("b", "2");
    try (Transaction transaction = fixture.begin(IsolationLevel.SERIALIZABLE)) {
      List<Key> keys = List.of(key("b"), key("a"), key("c"));
      List<LockedRow.Locked> locked = lockAll(transaction, keys);
      assertThat(locked.get(2).newest()).isNull();
      Version b = requireNonNull(locked.get(0).newest());
      Version a = requireNonNull(locked.get(1).newest());
      assertThat(List.of(b.timestamp(), a.timestamp())).containsExactly(second, first);
      RowWriteBatch batch = new RowWriteBatch(2);
      batch.change(key("b"), null, b);
      batch.change(key("a"), value("new"), a);
      assertThat(transaction.isUntouched(key("a"), key("c"))).isTrue();
      transaction.changeAll(batch);
      assertThat(transaction.isUntouched(key("a"), key("c"))).isFalse();
      assertThat(transaction.get(key("b"))).isNull();
      CommitResult result = transaction.commit(Durability.RELAXED);
      assertThat(List.of(result.updatedCount(), result.deletedCount())).containsExactly(1, 1);
    }
    assertThat(read("a")).isEqualTo("new");
    assertThat(read("b")).isNull();
  }

  @Test
  void shouldRollBackRowsThatWereChangedTogether() {
    put("a", "1");
    try (Transaction transaction = fixture.begin(IsolationLevel.READ_COMMITTED)) {
      Savepoint start = transaction.savepoint();
      Version a = requireNonNull(lockAll(transaction, List.of(key("a"))).getFirst().newest());
      RowWriteBatch batch = new RowWriteBatch(1);
      batch.change(key("a"), null, a);
      transaction.changeAll(batch);
      transaction.rollbackTo(start);
      assertThat(transaction.get(key("a"))).isNotNull();
      assertThat(transaction.hasWrites()).isFalse();
    }
  }

  @Test
  void shouldReportRowsThatChangedAfterTheSnapshotWhenItLocksThemTogether() {
    put("a", "1");
    put("b", "1");
    List<Key> keys = List.of(key("a"), key("b"));
    try (Transaction strict = fixture.begin(IsolationLevel.SERIALIZABLE);
        Transaction lenient = fixture.begin(IsolationLevel.READ_COMMITTED)) {
      strict.get(key("z"));
      lenient.get(key("z"));
      put("b", "2");
      assertFails(() -> lockAll(strict, keys), ErrorCode.SERIALIZATION_FAILURE);
      strict.rollback();
      List<LockedRow.Locked> locked = lockAll(lenient, keys);
      assertThat(locked.stream().map(LockedRow.Locked::changed)).containsExactly(false, true);
    }
  }

  @Test
  void shouldInsertRowsTogetherUnderLocks() {
    try (Transaction first = fixture.begin(IsolationLevel.READ_COMMITTED);
        Transaction second = fixture.begin(IsolationLevel.READ_COMMITTED)) {
      assertThat(first.insertAll(run("a", "b"), LockWaitPolicy.NOWAIT).isEmpty()).isTrue();
      assertFails(
          () -> second.insertAll(run("b", "c"), LockWaitPolicy.NOWAIT),
          ErrorCode.LOCK_NOT_AVAILABLE);
      first.commit(Durability.RELAXED);
      assertThat(second.insertAll(run("b", "c"), LockWaitPolicy.NOWAIT).present())
          .containsExactly(key("b"));
    }
  }

  private static List<LockedRow.Locked> lockAll(Transaction transaction, List<Key> keys) {
    return transaction.lockAll(keys, LockStrength.UPDATE, LockWaitPolicy.NOWAIT);
  }

  private static RowWriteBatch run(String... keys) {
    RowWriteBatch run = new RowWriteBatch(keys.length);
    for (String key : keys) {
      run.row(key(key), value("new"));
    }
    return run;
  }

  private long put(String key, String text) {
    return fixture
        .pipeline
        .commit(new Mutations().put(key(key), value(text), Condition.ANY))
        .timestamp();
  }

  private @Nullable String read(String key) {
    return MvccFixture.text(fixture.reads.get(key(key), fixture.reads.latest()));
  }

  private static void assertFails(ThrowingCallable call, ErrorCode code) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
