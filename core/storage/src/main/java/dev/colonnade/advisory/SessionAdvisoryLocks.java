package dev.colonnade.advisory;

import dev.colonnade.advisory.AdvisoryLockTable.Grant;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Advisory locks of one session. A key can be locked several times, and is free after the same
 * number of unlocks. Not thread-safe.
 */
public final class SessionAdvisoryLocks {
  private final AdvisoryLockTable locks;
  private final int databaseId;
  private final int sessionNumber;

  /** Session-level locks, in the order in which they were acquired. */
  private final List<Grant> ofSession = new ArrayList<>();

  /** Transaction-level locks, in the order in which they were acquired. */
  private final List<Grant> ofTransaction = new ArrayList<>();

  /** The key that the session waits for. Guarded by the lock of {@link #locks}. */
  private @Nullable AdvisoryLockKey waitsFor;

  SessionAdvisoryLocks(AdvisoryLockTable locks, int databaseId, int sessionNumber) {
    this.sessionNumber = sessionNumber;
    this.locks = locks;
    this.databaseId = databaseId;
  }

  int sessionNumber() {
    return sessionNumber;
  }

  /** Returns the locks that all sessions hold or wait for. */
  public Set<AdvisoryLockState> states() {
    return locks.states();
  }

  /** Returns the numbers of the sessions that block a session; empty if it does not wait. */
  public Set<Integer> blockersOf(int session) {
    return locks.blockersOf(session);
  }

  @Nullable AdvisoryLockKey waitsFor() {
    return waitsFor;
  }

  void waitsFor(@Nullable AdvisoryLockKey key) {
    waitsFor = key;
  }

  /** Returns the key of a number in the session's database. */
  public AdvisoryLockKey key(long value) {
    return AdvisoryLockKey.of(databaseId, value);
  }

  /** Returns the key of a pair of numbers in the session's database. */
  public AdvisoryLockKey key(int first, int second) {
    return AdvisoryLockKey.of(databaseId, first, second);
  }

  /**
   * Acquires a lock, and waits until it is available.
   *
   * @throws dev.colonnade.error.ColonnadeException LOCK_NOT_AVAILABLE after the timeout of {@code
   *     wait}, DEADLOCK_DETECTED if the wait would never end, OUT_OF_LOCKS
   */
  public void lock(
      AdvisoryLockKey key,
      AdvisoryLockMode mode,
      AdvisoryLockScope scope,
      LockWaitPolicy.Within wait) {
    Grant grant = new Grant(this, key, mode, scope);
    locks.lock(grant, wait);
    listOf(scope).add(grant);
  }

  /** Acquires a lock if it is available without waiting; returns whether it was acquired. */
  public boolean tryLock(AdvisoryLockKey key, AdvisoryLockMode mode, AdvisoryLockScope scope) {
    Grant grant = new Grant(this, key, mode, scope);
    boolean isAcquired = locks.tryLock(grant);
    if (isAcquired) {
      listOf(scope).add(grant);
    }
    return isAcquired;
  }

  private List<Grant> listOf(AdvisoryLockScope scope) {
    return switch (scope) {
      case SESSION -> ofSession;
      case TRANSACTION -> ofTransaction;
    };
  }

  /** Releases a session-level lock once; returns whether the session held it. */
  public boolean unlock(AdvisoryLockKey key, AdvisoryLockMode mode) {
    Grant grant = new Grant(this, key, mode, AdvisoryLockScope.SESSION);
    return ofSession.remove(grant) && locks.unlock(grant);
  }

  /** Releases all session-level locks; transaction-level locks remain. */
  public void unlockAll() {
    releaseSince(ofSession, 0);
  }

  /** Returns the number of transaction-level locks, as a mark for {@link #rollbackTo}. */
  public int mark() {
    return ofTransaction.size();
  }

  /** Releases the transaction-level locks acquired after {@code mark}. */
  public void rollbackTo(int mark) {
    releaseSince(ofTransaction, mark);
  }

  /** Releases all transaction-level locks. */
  public void endTransaction() {
    releaseSince(ofTransaction, 0);
  }

  private void releaseSince(List<Grant> grants, int mark) {
    while (grants.size() > mark) {
      locks.unlock(grants.removeLast());
    }
  }
}
