package dev.colonnade.advisory;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.txn.LockWait;
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
 * Who holds which number, and who waits for one. One lock guards everything: it is held for a few
 * steps only, and never by who waits.
 *
 * <p>Whoever would close a circle of waiting is refused. Circles through locks of rows are not seen
 * here: {@code lock_timeout} ends those.
 *
 * <p>Safe for use by many threads.
 */
public final class AdvisoryLocks {
  /** Numbers that are locked at a time. */
  static final int KEYS_MAX = 100_000;

  private final NanoTicker ticker;
  private final ReentrantLock guard = new ReentrantLock();
  private final Condition changed = guard.newCondition();
  private final Map<AdvisoryKey, Line> lines = new HashMap<>();

  public AdvisoryLocks(NanoTicker ticker) {
    this.ticker = ticker;
  }

  /** Who holds a number, and who waits for it. Guarded by {@link #guard}. */
  private static final class Line {
    private final List<Grant> grants = new ArrayList<>();
    private final List<Waiter> waiters = new ArrayList<>();

    boolean isHeldBy(AdvisoryHolder holder) {
      return grants.stream().anyMatch(grant -> grant.holder().equals(holder));
    }
  }

  private record Waiter(AdvisoryHolder holder, AdvisoryMode mode) {}

  /** A lock that is held. */
  record Grant(AdvisoryHolder holder, AdvisoryKey key, AdvisoryMode mode, AdvisoryScope scope) {}

  /** A session, which holds nothing yet. */
  public AdvisoryHolder newHolder(int databaseId, int sessionNumber) {
    return new AdvisoryHolder(this, databaseId, sessionNumber);
  }

  /** All locks that are held or waited for, each once for a session and a mode. */
  public Set<AdvisoryState> states() {
    guard.lock();
    try {
      Set<AdvisoryState> states = new LinkedHashSet<>();
      lines.forEach(
          (key, line) -> {
            for (Grant grant : line.grants) {
              states.add(
                  new AdvisoryState(key, grant.mode(), grant.holder().sessionNumber(), true));
            }
            for (Waiter waiter : line.waiters) {
              states.add(
                  new AdvisoryState(key, waiter.mode(), waiter.holder().sessionNumber(), false));
            }
          });
      return states;
    } finally {
      guard.unlock();
    }
  }

  /** How many locks are held, each as often as it was taken. */
  public int count() {
    guard.lock();
    try {
      return lines.values().stream().mapToInt(line -> line.grants.size()).sum();
    } finally {
      guard.unlock();
    }
  }

  /** Whether a session stands in line. */
  boolean isWaiting(AdvisoryHolder holder) {
    guard.lock();
    try {
      return holder.waitsFor() != null;
    } finally {
      guard.unlock();
    }
  }

  /** Takes a lock if nobody is in the way; returns whether it is held. */
  boolean tryLock(Grant wanted) {
    guard.lock();
    try {
      Line line = line(wanted.key());
      boolean isFree = blockers(line, wanted.holder(), wanted.mode(), line.waiters).isEmpty();
      if (isFree) {
        line.grants.add(wanted);
      }
      dropIfEmpty(wanted.key(), line);
      return isFree;
    } finally {
      guard.unlock();
    }
  }

  /**
   * Takes a lock when it is free.
   *
   * @throws ColonnadeException DEADLOCK_DETECTED, LOCK_NOT_AVAILABLE, and what {@code wait} throws
   */
  void lock(Grant wanted, LockWait.Within wait) {
    long start = ticker.nanos();
    guard.lock();
    try {
      Line line = line(wanted.key());
      Waiter waiter = new Waiter(wanted.holder(), wanted.mode());
      line.waiters.add(waiter);
      wanted.holder().waitsFor(wanted.key());
      try {
        refuseCircle(waiter);
        while (!blockers(line, waiter.holder(), waiter.mode(), before(line, waiter)).isEmpty()) {
          await(wait, start);
        }
        line.grants.add(wanted);
      } finally {
        line.waiters.removeIf(other -> other.holder().equals(waiter.holder()));
        wanted.holder().waitsFor(null);
        dropIfEmpty(wanted.key(), line);
        changed.signalAll();
      }
    } finally {
      guard.unlock();
    }
  }

  @SuppressWarnings("WaitNotInLoop") // the caller looks again at who blocks it
  private void await(LockWait.Within wait, long start) {
    wait.check().run();
    long left = wait.timeout().toNanos() - (ticker.nanos() - start);
    if (left <= 0) {
      throw new ColonnadeException(
          ErrorCode.LOCK_NOT_AVAILABLE, "canceling statement due to lock timeout");
    }
    try {
      long step = Math.min(left, LockWait.Within.CHECK_INTERVAL.toNanos());
      boolean _ = changed.await(step, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ColonnadeException(ErrorCode.SHUTTING_DOWN, "interrupted while waiting", e);
    }
  }

  /** Gives one lock back that was taken so; returns whether there was one. */
  boolean unlock(Grant given) {
    guard.lock();
    try {
      Line line = lines.get(given.key());
      if (line == null || !line.grants.remove(given)) {
        return false;
      }
      dropIfEmpty(given.key(), line);
      changed.signalAll();
      return true;
    } finally {
      guard.unlock();
    }
  }

  private Line line(AdvisoryKey key) {
    Line line = lines.get(key);
    if (line == null) {
      if (lines.size() >= KEYS_MAX) {
        throw new ColonnadeException(
            ErrorCode.OUT_OF_LOCKS, "too many advisory locks: max=" + KEYS_MAX);
      }
      line = new Line();
      lines.put(key, line);
    }
    return line;
  }

  private void dropIfEmpty(AdvisoryKey key, Line line) {
    if (line.grants.isEmpty() && line.waiters.isEmpty()) {
      lines.remove(key);
    }
  }

  private static List<Waiter> before(Line line, Waiter waiter) {
    int end = 0;
    while (!line.waiters.get(end).holder().equals(waiter.holder())) {
      end++;
    }
    return line.waiters.subList(0, end);
  }

  /** Who is in the way: who holds it, and who waits longer, unless one holds it already. */
  private static Set<AdvisoryHolder> blockers(
      Line line, AdvisoryHolder holder, AdvisoryMode mode, List<Waiter> before) {
    Set<AdvisoryHolder> found = new HashSet<>();
    for (Grant grant : line.grants) {
      if (!grant.holder().equals(holder) && !grant.mode().goesWith(mode)) {
        found.add(grant.holder());
      }
    }
    if (!line.isHeldBy(holder)) {
      for (Waiter other : before) {
        if (!other.mode().goesWith(mode)) {
          found.add(other.holder());
        }
      }
    }
    return found;
  }

  private void refuseCircle(Waiter waiter) {
    Set<AdvisoryHolder> seen = new HashSet<>();
    List<AdvisoryHolder> left = new ArrayList<>(blockersOf(waiter.holder()));
    while (!left.isEmpty()) {
      AdvisoryHolder next = left.removeLast();
      if (next.equals(waiter.holder())) {
        throw new ColonnadeException(ErrorCode.DEADLOCK_DETECTED, "deadlock detected");
      }
      if (seen.add(next)) {
        left.addAll(blockersOf(next));
      }
    }
  }

  private Set<AdvisoryHolder> blockersOf(AdvisoryHolder holder) {
    AdvisoryKey key = holder.waitsFor();
    Line line = key == null ? null : lines.get(key);
    Waiter waiter = line == null ? null : waiterOf(line, holder);
    return line == null || waiter == null
        ? Set.of()
        : blockers(line, holder, waiter.mode(), before(line, waiter));
  }

  private static @Nullable Waiter waiterOf(Line line, AdvisoryHolder holder) {
    return line.waiters.stream()
        .filter(waiter -> waiter.holder().equals(holder))
        .findFirst()
        .orElse(null);
  }
}
