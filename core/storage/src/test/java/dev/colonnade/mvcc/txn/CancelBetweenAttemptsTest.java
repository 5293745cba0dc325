package dev.colonnade.mvcc.txn;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static dev.colonnade.mvcc.commit.MvccFixture.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.mvcc.lock.LockLimits;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.mvcc.txn.options.IsolationLevel;
import dev.colonnade.mvcc.txn.options.TransactionLimits;
import dev.colonnade.store.Durability;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Cancellation of a commit whose first attempt had to look up its reads in the store. */
class CancelBetweenAttemptsTest {
  private static final int TRACKED_CHANGES_MAX = 1;

  @TempDir Path folder;

  @Test
  void shouldEndWithTheFirstLookUp() {
    TransactionLimits limits =
        new TransactionLimits(1_000, 1 << 20, 100, TRACKED_CHANGES_MAX, LockLimits.DEFAULT);
    try (TransactionFixture fixture = new TransactionFixture(limits, folder)) {
      put(fixture, "read");
      Transaction transaction = fixture.begin(IsolationLevel.SERIALIZABLE);
      transaction.get(key("read"));
      for (int i = 0; i < 8; i++) {
        transaction.insert(key("new" + i), value("v"), LockWaitPolicy.NOWAIT);
      }
      List.of("x", "y", "z").forEach(other -> put(fixture, other));
      Runnable check =
          () -> {
            if (fixture.transactions.statistics().lookups() > 0) {
              throw new ColonnadeException(ErrorCode.CANCELED, "canceled after the first attempt");
            }
          };

      assertThatExceptionOfType(ColonnadeException.class)
          .isThrownBy(() -> InterruptionPoint.run(check, () -> transaction.commit(Durability.SYNC)))
          .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELED));
      assertThat(fixture.transactions.statistics().lookups()).isEqualTo(1);
    }
  }

  private static void put(TransactionFixture fixture, String name) {
    try (Transaction transaction = fixture.begin(IsolationLevel.READ_COMMITTED)) {
      transaction.lock(key(name), LockStrength.UPDATE, LockWaitPolicy.NOWAIT);
      transaction.put(key(name), value("1"));
      transaction.commit(Durability.SYNC);
    }
  }
}
