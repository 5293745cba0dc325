package dev.colonnade.advisory;

import dev.colonnade.advisory.AdvisoryLocks.Grant;
import dev.colonnade.mvcc.txn.LockWait;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one session holds. A number can be locked several times, and is free when each of them was
 * given back. One thread.
 */
public final class AdvisoryHolder {
  private final AdvisoryLocks locks;
  private final int databaseId;
  private final int sessionNumber;

  /** In the order in which they were taken. */
  private final List<Grant> ofSession = new ArrayList<>();

  private final List<Grant> ofTransaction = new ArrayList<>();

  /** What it waits for. Guarded by the lock of {@link #locks}. */
  private @Nullable AdvisoryKey waitsFor;

  AdvisoryHolder(AdvisoryLocks locks, int databaseId, int sessionNumber) {
    this.sessionNumber = sessionNumber;
    this.locks = locks;
    this.databaseId = databaseId;
  }

  int sessionNumber() {
    return sessionNumber;
  }

  /** What all sessions hold and wait for. */
  public Set<AdvisoryState> states() {
    return locks.states();
  }

  @Nullable AdvisoryKey waitsFor() {
    return waitsFor;
  }

  void waitsFor(@Nullable AdvisoryKey key) {
    waitsFor = key;
  }

  /** The number in the session's database. */
  public AdvisoryKey key(long value) {
    return AdvisoryKey.of(databaseId, value);
  }

  /** The pair of numbers in the session's database. */
  public AdvisoryKey key(int first, int second) {
    return AdvisoryKey.of(databaseId, first, second);
  }

  /**
   * Locks a number, when that is possible.
   *
   * @throws dev.colonnade.error.ColonnadeException LOCK_NOT_AVAILABLE after the time of {@code
   *     wait}, DEADLOCK_DETECTED if it would never end, OUT_OF_LOCKS
   */
  public void lock(AdvisoryKey key, AdvisoryMode mode, AdvisoryScope scope, LockWait.Within wait) {
    Grant grant = new Grant(this, key, mode, scope);
    locks.lock(grant, wait);
    listOf(scope).add(grant);
  }

  /** Locks a number if that is possible at once; returns whether it is locked. */
  public boolean tryLock(AdvisoryKey key, AdvisoryMode mode, AdvisoryScope scope) {
    Grant grant = new Grant(this, key, mode, scope);
    boolean isHeld = locks.tryLock(grant);
    if (isHeld) {
      listOf(scope).add(grant);
    }
    return isHeld;
  }

  private List<Grant> listOf(AdvisoryScope scope) {
    return switch (scope) {
      case SESSION -> ofSession;
      case TRANSACTION -> ofTransaction;
    };
  }

  /** Gives a lock of the session's back, once; returns whether there was one. */
  public boolean unlock(AdvisoryKey key, AdvisoryMode mode) {
    Grant grant = new Grant(this, key, mode, AdvisoryScope.SESSION);
    return ofSession.remove(grant) && locks.unlock(grant);
  }

  /** Gives all locks of the session's back, but for those of the transaction. */
  public void unlockAll() {
    releaseSince(ofSession, 0);
  }

  /** How many locks the transaction has: what {@link #rollbackTo} goes back to. */
  public int mark() {
    return ofTransaction.size();
  }

  /** Gives back what the transaction has locked since. */
  public void rollbackTo(int mark) {
    releaseSince(ofTransaction, mark);
  }

  /** Gives back what the transaction has locked. */
  public void endTransaction() {
    releaseSince(ofTransaction, 0);
  }

  private void releaseSince(List<Grant> grants, int mark) {
    while (grants.size() > mark) {
      locks.unlock(grants.removeLast());
    }
  }
}
