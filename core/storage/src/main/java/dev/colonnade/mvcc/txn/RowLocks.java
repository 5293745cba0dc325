package dev.colonnade.mvcc.txn;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.WouldBlockException;
import dev.colonnade.mvcc.lock.LockOwner;
import dev.colonnade.mvcc.lock.LockRequest;
import dev.colonnade.mvcc.lock.LockStrength;
import dev.colonnade.mvcc.lock.LockTable;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Blocking acquisition and lock release for one owner. Used by one thread at a time. */
public final class RowLocks {
  /** Maximum time in which the locks of other owners in a whole index are waited for. */
  private static final Duration INDEX_WAITS_MAX = Duration.ofSeconds(5);

  /** Maximum time of the wait for another owner that has locked the whole index. */
  private static final LockWaitPolicy.Within WHOLE_INDEX_WAIT =
      new LockWaitPolicy.Within(INDEX_WAITS_MAX, LockWaitPolicy.Unchecked.INSTANCE);

  /** Maximum time of a wait for one row. A transaction that locks rows and is idle takes longer. */
  private static final LockWaitPolicy.Within INDEX_WAIT =
      new LockWaitPolicy.Within(Duration.ofSeconds(1), LockWaitPolicy.Unchecked.INSTANCE);

  /** Attempts to escalate locks before a limit is exceeded. */
  private static final int ESCALATION_ATTEMPTS_MAX = 1_000;

  private final LockTable table;
  private final LockOwner owner;
  private final NanoTicker ticker;
  private long waitedNanos;
  private boolean mayWait = true;

  public RowLocks(LockTable table, LockOwner owner, NanoTicker ticker) {
    this.table = table;
    this.owner = owner;
    this.ticker = ticker;
  }

  /**
   * Acquires a lock. Returns whether the owner holds it: false only under {@link
   * LockWaitPolicy#SKIP}.
   *
   * @throws ColonnadeException LOCK_NOT_AVAILABLE; CANCELED if the thread is interrupted, which
   *     stays interrupted; the codes of {@link LockTable#request}
   */
  public boolean lock(Key key, LockStrength strength, LockWaitPolicy wait) {
    if (table.isEscalationDue(owner)) {
      escalate(key, strength, wait);
    }
    if (!mayWait) {
      return lockAtOnce(key, strength);
    }
    if (table.isEscalated(owner, key, strength)) {
      return true; // only this owner ends its escalation
    }
    return switch (wait) {
      case LockWaitPolicy.Immediately.SKIP -> table.tryLock(owner, key, strength);
      case LockWaitPolicy.Immediately.FAIL -> {
        if (!table.tryLock(owner, key, strength)) {
          throw notAvailable(key);
        }
        yield true;
      }
      case LockWaitPolicy.Within within -> {
        lockWaiting(key, strength, within);
        yield true;
      }
    };
  }

  /** Declares that the owner waits for a short time only; see {@link LockOwner#giveWay}. */
  public void giveWay() {
    owner.giveWay();
  }

  /**
   * Locks all keys of an index for writing, after short waits for other owners that have
   * conflicting locks there. Returns false, with locks of a few keys, if it cannot be done soon.
   *
   * @param key a key of the index
   */
  boolean lockIndex(Key key) {
    if (!table.tryLock(owner, key, LockStrength.UPDATE)) {
      if (!mayWait) {
        throw new WouldBlockException();
      }
      if (!isLockedWithin(key, WHOLE_INDEX_WAIT)) {
        return false;
      }
    }
    long start = ticker.nanos();
    while (ticker.nanos() - start < INDEX_WAITS_MAX.toNanos()) {
      Key locked = table.escalate(owner, key);
      if (locked == null) {
        return table.isEscalated(owner, key, LockStrength.UPDATE);
      }
      if (!mayWait) {
        throw new WouldBlockException();
      }
      if (!isLockedWithin(locked, INDEX_WAIT)) {
        return false;
      }
    }
    return false;
  }

  private boolean isLockedWithin(Key key, LockWaitPolicy.Within wait) {
    try {
      lockWaiting(key, LockStrength.UPDATE, wait);
      return true;
    } catch (ColonnadeException e) {
      if (e.code() == ErrorCode.LOCK_NOT_AVAILABLE) {
        return false;
      }
      throw e;
    }
  }

  /** Acquires locks in the order of the keys; throws LOCK_NOT_AVAILABLE where one is skipped. */
  void lockAll(List<Key> keys, LockStrength strength, LockWaitPolicy wait) {
    for (Key key : keys) {
      if (!lock(key, strength, wait)) {
        throw notAvailable(key);
      }
    }
  }

  private void lockWaiting(Key key, LockStrength strength, LockWaitPolicy.Within wait) {
    while (true) {
      LockRequest request = table.request(owner, key, strength);
      if (!request.isGranted()) {
        await(request, key, wait);
      }
      if (!request.isForEscalation()) {
        return;
      }
      table.releaseSince(owner, owner.count() - 1); // the lock of the escalation, the latest one
    }
  }

  /**
   * Replaces the locks of the index of {@code key} by one. If another owner has locks there that
   * prevent it, and the limits are near, waits for these.
   */
  private void escalate(Key key, LockStrength strength, LockWaitPolicy wait) {
    for (int attempt = 0; attempt < ESCALATION_ATTEMPTS_MAX; attempt++) {
      Key locked = table.escalate(owner, key);
      if (locked == null || !mayWait || !table.isEscalationUrgent(owner)) {
        return;
      }
      if (!(wait instanceof LockWaitPolicy.Within within)) {
        return;
      }
      lockWaiting(locked, strength, within);
    }
  }

  /** Returns whether the owner has any lock. */
  boolean isHolding() {
    return owner.count() > 0 || table.hasEscalation(owner);
  }

  /** Returns whether a lock of a whole index includes the row. */
  boolean isEscalated(Key key) {
    return table.isEscalated(owner, key, LockStrength.KEY_SHARE);
  }

  private boolean lockAtOnce(Key key, LockStrength strength) {
    if (!table.tryLock(owner, key, strength)) {
      throw new WouldBlockException();
    }
    return true;
  }

  /** Sets whether later acquisitions may block; otherwise {@link WouldBlockException} is thrown. */
  void mayWait(boolean value) {
    mayWait = value;
  }

  /** Returns whether the owner may change the row. */
  boolean isLockedForWriting(Key key) {
    return table.isHeld(owner, key, LockStrength.NO_KEY_UPDATE);
  }

  /** Returns the total time that the owner has waited, in nanoseconds. */
  public long waitedNanos() {
    return waitedNanos;
  }

  /** Releases all locks. */
  public void releaseAll() {
    table.releaseAll(owner);
  }

  static ColonnadeException notAvailable(Key key) {
    return new ColonnadeException(
        ErrorCode.LOCK_NOT_AVAILABLE, "could not obtain lock on row key=" + key);
  }

  private void await(LockRequest request, Key key, LockWaitPolicy.Within wait) {
    long start = ticker.nanos();
    try {
      while (!isGranted(request, wait, start)) {
        if (ticker.nanos() - start >= wait.timeout().toNanos()) {
          withdraw(request, timedOut(key, wait));
          return;
        }
        check(request, wait);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      withdraw(
          request,
          new ColonnadeException(
              ErrorCode.CANCELED, "canceled while waiting for a lock key=" + key, e));
    } finally {
      waitedNanos += ticker.nanos() - start;
    }
  }

  /** Waits for one interval. Returns whether the lock was granted. */
  private boolean isGranted(LockRequest request, LockWaitPolicy.Within wait, long start)
      throws InterruptedException {
    long left = wait.timeout().toNanos() - (ticker.nanos() - start);
    long slice =
        wait.isChecked() ? Math.min(left, LockWaitPolicy.Within.CHECK_INTERVAL.toNanos()) : left;
    try {
      request.granted().get(Math.max(0, slice), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("a lock request failed", e);
    }
  }

  private void check(LockRequest request, LockWaitPolicy.Within wait) {
    try {
      wait.check().run();
    } catch (ColonnadeException e) {
      withdraw(request, e);
    }
  }

  /** Withdraws the request and throws {@code failure}, unless the lock was granted meanwhile. */
  private void withdraw(LockRequest request, ColonnadeException failure) {
    if (table.withdraw(request)) {
      throw failure;
    }
  }

  private static ColonnadeException timedOut(Key key, LockWaitPolicy.Within wait) {
    return new ColonnadeException(
        ErrorCode.LOCK_NOT_AVAILABLE,
        "canceling statement due to lock timeout",
        ErrorFields.NONE.withDetail("key=%s timeout=%s".formatted(key, wait.timeout())));
  }
}
