package dev.colonnade.advisory;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.lock.LockWaitPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Thread-safe lock table of the advisory locks of all sessions: grants and wait queues by key. One
 * mutex guards all state; it is held only briefly and is released while a session waits.
 *
 * <p>Deadlock detection: a request that would close a cycle in the wait-for graph fails. Cycles
 * that include row locks are not detected here; {@code lock_timeout} resolves them.
 */
public final class AdvisoryLockTable {
  /** The maximum number of keys that are locked at a time. */
  static final int KEYS_MAX = 100_000;

  private final NanoTicker ticker;
  private final ReentrantLock guard = new ReentrantLock();
  private final Condition changed = guard.newCondition();
  private final Map<AdvisoryLockKey, Entry> entries = new HashMap<>();

  public AdvisoryLockTable(NanoTicker ticker) {
    this.ticker = ticker;
  }

  /** Grants and wait queue of one key. Guarded by {@link #guard}. */
  private static final class Entry {
    private final List<Grant> grants = new ArrayList<>();
    private final List<Waiter> waiters = new ArrayList<>();

    boolean isHeldBy(SessionAdvisoryLocks holder) {
      return grants.stream().anyMatch(grant -> grant.holder().equals(holder));
    }
  }

  private record Waiter(SessionAdvisoryLocks holder, AdvisoryLockMode mode) {}

  /** Granted lock. */
  record Grant(
      SessionAdvisoryLocks holder,
      AdvisoryLockKey key,
      AdvisoryLockMode mode,
      AdvisoryLockScope scope) {}

  /** Returns the locks of a new session, which holds none yet. */
  public SessionAdvisoryLocks newHolder(int databaseId, int sessionNumber) {
    return new SessionAdvisoryLocks(this, databaseId, sessionNumber);
  }

  /** Returns all granted locks and waiting requests, each once per session and mode. */
  public Set<AdvisoryLockState> states() {
    guard.lock();
    try {
      Set<AdvisoryLockState> states = new LinkedHashSet<>();
      entries.forEach(
          (key, entry) -> {
            for (Grant grant : entry.grants) {
              states.add(
                  new AdvisoryLockState(key, grant.mode(), grant.holder().sessionNumber(), true));
            }
            for (Waiter waiter : entry.waiters) {
              states.add(
                  new AdvisoryLockState(
                      key, waiter.mode(), waiter.holder().sessionNumber(), false));
            }
          });
      return states;
    } finally {
      guard.unlock();
    }
  }

  /** Returns the numbers of the sessions that block a session; empty if it does not wait. */
  Set<Integer> blockersOf(int sessionNumber) {
    guard.lock();
    try {
      Set<Integer> numbers = new HashSet<>();
      for (Entry entry : entries.values()) {
        for (Waiter waiter : entry.waiters) {
          if (waiter.holder().sessionNumber() == sessionNumber) {
            blockersOf(waiter.holder()).forEach(blocker -> numbers.add(blocker.sessionNumber()));
          }
        }
      }
      return numbers;
    } finally {
      guard.unlock();
    }
  }

  /** Returns the number of granted locks; a lock acquired several times counts several times. */
  public int count() {
    guard.lock();
    try {
      return entries.values().stream().mapToInt(entry -> entry.grants.size()).sum();
    } finally {
      guard.unlock();
    }
  }

  /** Returns whether a session waits for a lock. */
  boolean isWaiting(SessionAdvisoryLocks holder) {
    guard.lock();
    try {
      return holder.waitsFor() != null;
    } finally {
      guard.unlock();
    }
  }

  /** Acquires a lock if no other session blocks it; returns whether it was acquired. */
  boolean tryLock(Grant wanted) {
    guard.lock();
    try {
      Entry entry = entry(wanted.key());
      boolean isFree = blockers(entry, wanted.holder(), wanted.mode(), entry.waiters).isEmpty();
      if (isFree) {
        entry.grants.add(wanted);
      }
      dropIfEmpty(wanted.key(), entry);
      return isFree;
    } finally {
      guard.unlock();
    }
  }

  /**
   * Acquires a lock, and waits until no other session blocks it.
   *
   * @throws ColonnadeException DEADLOCK_DETECTED, LOCK_NOT_AVAILABLE, and exceptions of {@code
   *     wait}
   */
  void lock(Grant wanted, LockWaitPolicy.Within wait) {
    long start = ticker.nanos();
    guard.lock();
    try {
      Entry entry = entry(wanted.key());
      Waiter waiter = new Waiter(wanted.holder(), wanted.mode());
      entry.waiters.add(waiter);
      wanted.holder().waitsFor(wanted.key());
      try {
        failIfDeadlock(waiter);
        while (!blockers(entry, waiter.holder(), waiter.mode(), before(entry, waiter)).isEmpty()) {
          await(wait, start);
        }
        entry.grants.add(wanted);
      } finally {
        entry.waiters.removeIf(other -> other.holder().equals(waiter.holder()));
        wanted.holder().waitsFor(null);
        dropIfEmpty(wanted.key(), entry);
        changed.signalAll();
      }
    } finally {
      guard.unlock();
    }
  }

  @SuppressWarnings("WaitNotInLoop") // the caller checks again for blocking sessions
  private void await(LockWaitPolicy.Within wait, long start) {
    wait.check().run();
    long left = wait.timeout().toNanos() - (ticker.nanos() - start);
    if (left <= 0) {
      throw new ColonnadeException(
          ErrorCode.LOCK_NOT_AVAILABLE, "canceling statement due to lock timeout");
    }
    try {
      long step = Math.min(left, LockWaitPolicy.Within.CHECK_INTERVAL.toNanos());
      boolean _ = changed.await(step, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ColonnadeException(ErrorCode.SHUTTING_DOWN, "interrupted while waiting", e);
    }
  }

  /** Releases one matching lock; returns whether there was one. */
  boolean unlock(Grant grant) {
    guard.lock();
    try {
      Entry entry = entries.get(grant.key());
      if (entry == null || !entry.grants.remove(grant)) {
        return false;
      }
      dropIfEmpty(grant.key(), entry);
      changed.signalAll();
      return true;
    } finally {
      guard.unlock();
    }
  }

  private Entry entry(AdvisoryLockKey key) {
    Entry entry = entries.get(key);
    if (entry == null) {
      if (entries.size() >= KEYS_MAX) {
        throw new ColonnadeException(
            ErrorCode.OUT_OF_LOCKS, "too many advisory locks: max=" + KEYS_MAX);
      }
      entry = new Entry();
      entries.put(key, entry);
    }
    return entry;
  }

  private void dropIfEmpty(AdvisoryLockKey key, Entry entry) {
    if (entry.grants.isEmpty() && entry.waiters.isEmpty()) {
      entries.remove(key);
    }
  }

  private static List<Waiter> before(Entry entry, Waiter waiter) {
    int end = 0;
    while (!entry.waiters.get(end).holder().equals(waiter.holder())) {
      end++;
    }
    return entry.waiters.subList(0, end);
  }

  /**
   * Returns the sessions that block a request: holders of a conflicting lock and, unless {@code
   * holder} already holds the key, earlier conflicting waiters.
   */
  private static Set<SessionAdvisoryLocks> blockers(
      Entry entry, SessionAdvisoryLocks holder, AdvisoryLockMode mode, List<Waiter> before) {
    Set<SessionAdvisoryLocks> blockers = new HashSet<>();
    for (Grant grant : entry.grants) {
      if (!grant.holder().equals(holder) && !grant.mode().isCompatibleWith(mode)) {
        blockers.add(grant.holder());
      }
    }
    if (!entry.isHeldBy(holder)) {
      for (Waiter other : before) {
        if (!other.mode().isCompatibleWith(mode)) {
          blockers.add(other.holder());
        }
      }
    }
    return blockers;
  }

  private void failIfDeadlock(Waiter waiter) {
    Set<SessionAdvisoryLocks> seen = new HashSet<>();
    List<SessionAdvisoryLocks> pending = new ArrayList<>(blockersOf(waiter.holder()));
    while (!pending.isEmpty()) {
      SessionAdvisoryLocks next = pending.removeLast();
      if (next.equals(waiter.holder())) {
        throw new ColonnadeException(ErrorCode.DEADLOCK_DETECTED, "deadlock detected");
      }
      if (seen.add(next)) {
        pending.addAll(blockersOf(next));
      }
    }
  }

  private Set<SessionAdvisoryLocks> blockersOf(SessionAdvisoryLocks holder) {
    AdvisoryLockKey key = holder.waitsFor();
    Entry entry = key == null ? null : entries.get(key);
    Waiter waiter = entry == null ? null : waiterOf(entry, holder);
    return entry == null || waiter == null
        ? Set.of()
        : blockers(entry, holder, waiter.mode(), before(entry, waiter));
  }

  private static @Nullable Waiter waiterOf(Entry entry, SessionAdvisoryLocks holder) {
    return entry.waiters.stream()
        .filter(waiter -> waiter.holder().equals(holder))
        .findFirst()
        .orElse(null);
  }
}
