package dev.colonnade.advisory;

import static dev.colonnade.advisory.AdvisoryLockMode.EXCLUSIVE;
import static dev.colonnade.advisory.AdvisoryLockMode.SHARED;
import static dev.colonnade.advisory.AdvisoryLockScope.SESSION;
import static dev.colonnade.advisory.AdvisoryLockScope.TRANSACTION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.testing.OwnThread;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdvisoryLockTableTest {
  private static final LockWaitPolicy.Within LONG =
      new LockWaitPolicy.Within(Duration.ofSeconds(60), () -> {});

  private final AdvisoryLockTable locks = new AdvisoryLockTable(NanoTicker.system());
  private final SessionAdvisoryLocks one = locks.newHolder(1, 1);
  private final SessionAdvisoryLocks two = locks.newHolder(1, 2);

  @AfterEach
  void shouldReleaseAllLocks() {
    for (SessionAdvisoryLocks holder : new SessionAdvisoryLocks[] {one, two}) {
      holder.endTransaction();
      holder.unlockAll();
    }
    assertThat(locks.count()).isZero();
  }

  @Test
  void shouldBlockOtherSessionsUntilEachLockIsReleased() {
    assertThat(one.tryLock(one.key(7), EXCLUSIVE, SESSION)).isTrue();
    assertThat(one.tryLock(one.key(7), EXCLUSIVE, SESSION)).isTrue();
    assertThat(two.tryLock(two.key(7), EXCLUSIVE, SESSION)).isFalse();
    assertThat(one.unlock(one.key(7), EXCLUSIVE)).isTrue();
    assertThat(two.tryLock(two.key(7), SHARED, SESSION)).isFalse();
    assertThat(one.unlock(one.key(7), EXCLUSIVE)).isTrue();
    assertThat(one.unlock(one.key(7), EXCLUSIVE)).isFalse();
    assertThat(two.tryLock(two.key(7), EXCLUSIVE, SESSION)).isTrue();
  }

  @Test
  void shouldDistinguishNumbersPairsAndDatabases() {
    assertThat(one.tryLock(one.key(1), EXCLUSIVE, SESSION)).isTrue();
    assertThat(two.tryLock(two.key(0, 1), EXCLUSIVE, SESSION)).isTrue();
    assertThat(one.tryLock(one.key(0, -1), EXCLUSIVE, SESSION)).isTrue();
    SessionAdvisoryLocks elsewhere = locks.newHolder(2, 3);
    assertThat(elsewhere.tryLock(elsewhere.key(1), EXCLUSIVE, SESSION)).isTrue();
    elsewhere.unlockAll();
  }

  @Test
  void shouldGrantSharedLocksTogether() {
    assertThat(one.tryLock(one.key(1), SHARED, SESSION)).isTrue();
    assertThat(two.tryLock(two.key(1), SHARED, TRANSACTION)).isTrue();
    assertThat(two.tryLock(two.key(1), EXCLUSIVE, SESSION)).isFalse();
    one.unlockAll();
    assertThat(two.tryLock(two.key(1), EXCLUSIVE, SESSION)).isTrue();
  }

  @Test
  void shouldReleaseTransactionLocksAtItsEndOrRollbackToSavepoint() {
    one.lock(one.key(1), EXCLUSIVE, TRANSACTION, LONG);
    int mark = one.mark();
    one.lock(one.key(2), EXCLUSIVE, TRANSACTION, LONG);
    one.lock(one.key(3), EXCLUSIVE, SESSION, LONG);
    assertThat(one.unlock(one.key(2), EXCLUSIVE)).as("not a lock of the session").isFalse();
    one.rollbackTo(mark);
    assertThat(two.tryLock(two.key(2), EXCLUSIVE, SESSION)).isTrue();
    assertThat(two.tryLock(two.key(1), EXCLUSIVE, SESSION)).isFalse();
    one.endTransaction();
    assertThat(two.tryLock(two.key(1), EXCLUSIVE, SESSION)).isTrue();
    assertThat(two.tryLock(two.key(3), EXCLUSIVE, SESSION)).isFalse();
  }

  @Test
  void shouldWaitUntilTheLockIsFree() throws Exception {
    one.lock(one.key(1), EXCLUSIVE, SESSION, LONG);
    CompletableFuture<Void> waiting =
        CompletableFuture.runAsync(
            () -> two.lock(two.key(1), EXCLUSIVE, SESSION, LONG), OwnThread.EXECUTOR);
    awaitWaiting(two);
    one.unlockAll();
    waiting.get(60, TimeUnit.SECONDS);
    assertThat(one.tryLock(one.key(1), SHARED, SESSION)).isFalse();
  }

  @Test
  void shouldNotOvertakeWaiters() throws Exception {
    one.lock(one.key(1), SHARED, SESSION, LONG);
    CompletableFuture<Void> waiting =
        CompletableFuture.runAsync(
            () -> two.lock(two.key(1), EXCLUSIVE, SESSION, LONG), OwnThread.EXECUTOR);
    awaitWaiting(two);
    SessionAdvisoryLocks three = locks.newHolder(1, 4);
    assertThat(three.tryLock(three.key(1), SHARED, SESSION)).isFalse();
    assertThat(one.tryLock(one.key(1), SHARED, SESSION)).as("has it already").isTrue();
    one.unlockAll();
    waiting.get(60, TimeUnit.SECONDS);
  }

  @Test
  void shouldDetectADeadlock() throws Exception {
    one.lock(one.key(1), EXCLUSIVE, SESSION, LONG);
    two.lock(two.key(2), EXCLUSIVE, SESSION, LONG);
    CompletableFuture<Void> waiting =
        CompletableFuture.runAsync(
            () -> two.lock(two.key(1), EXCLUSIVE, SESSION, LONG), OwnThread.EXECUTOR);
    awaitWaiting(two);
    assertThatThrownBy(() -> one.lock(one.key(2), EXCLUSIVE, SESSION, LONG))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.DEADLOCK_DETECTED));
    one.unlockAll();
    waiting.get(60, TimeUnit.SECONDS);
  }

  @Test
  void shouldFailAfterTimeoutOrCancellation() {
    one.lock(one.key(1), EXCLUSIVE, SESSION, LONG);
    assertThatThrownBy(
            () ->
                two.lock(
                    two.key(1),
                    EXCLUSIVE,
                    SESSION,
                    new LockWaitPolicy.Within(Duration.ofMillis(1), () -> {})))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.LOCK_NOT_AVAILABLE));
    AtomicBoolean wasChecked = new AtomicBoolean();
    LockWaitPolicy.Within canceled =
        new LockWaitPolicy.Within(
            Duration.ofSeconds(60),
            () -> {
              if (wasChecked.getAndSet(true)) {
                throw new ColonnadeException(ErrorCode.CANCELED, "canceled");
              }
            });
    assertThatThrownBy(() -> two.lock(two.key(1), EXCLUSIVE, SESSION, canceled))
        .hasMessage("canceled");
    one.unlockAll();
    assertThat(two.tryLock(two.key(1), EXCLUSIVE, SESSION)).isTrue();
  }

  @Test
  void shouldEnforceTheMaximumNumberOfKeys() {
    for (int i = 0; i < AdvisoryLockTable.KEYS_MAX; i++) {
      one.tryLock(one.key(i), EXCLUSIVE, SESSION);
    }
    assertThatThrownBy(() -> two.tryLock(two.key(-1), EXCLUSIVE, SESSION))
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_LOCKS));
  }

  /** Waits until a session is in the wait queue. */
  private void awaitWaiting(SessionAdvisoryLocks holder) {
    long end = NanoTicker.system().nanos() + Duration.ofSeconds(60).toNanos();
    while (!locks.isWaiting(holder)) {
      assertThat(NanoTicker.system().nanos()).isLessThan(end);
      Thread.onSpinWait();
    }
  }
}
