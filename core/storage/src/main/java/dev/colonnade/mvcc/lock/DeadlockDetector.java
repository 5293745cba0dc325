package dev.colonnade.mvcc.lock;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/**
 * Deadlock detection: search for a cycle in the waits-for graph of lock owners.
 *
 * <p>An owner waits for the holders of a conflicting strength, and for the conflicting requests
 * before its own in the queue. An owner waits in one queue only. All owners of one queue that block
 * a request, directly or through other requests of the queue, are found in a single pass from the
 * request to the head, which records the strengths encountered. The search time is proportional to
 * the total length of the queues visited, even if a thousand owners wait for one key.
 *
 * <p>The queues are visited one after the other, each under the lock of its stripe. A deadlock does
 * not change while it exists, because none of its owners can proceed, so the search finds all of
 * it. A cycle that is observed but does not exist, because an owner withdrew or was granted its
 * request meanwhile, costs one transaction that is retried.
 */
final class DeadlockDetector {
  private final Function<LockQueue, ReentrantLock> guardOf;

  /**
   * Creates a search.
   *
   * @param guardOf returns the lock that guards a queue
   */
  DeadlockDetector(Function<LockQueue, ReentrantLock> guardOf) {
    this.guardOf = guardOf;
  }

  /**
   * Returns the owners visited on the path from the owner of {@code request} back to it; empty if
   * there is no cycle.
   */
  Set<LockOwner> cycleOf(LockRequest request) {
    LockOwner start = request.owner();
    Set<LockOwner> met = new LinkedHashSet<>();
    Deque<LockRequest> toVisit = new ArrayDeque<>();
    toVisit.add(request);
    while (!toVisit.isEmpty()) {
      LockRequest next = toVisit.removeLast();
      Blockers blockers = blockers(next);
      met.addAll(blockers.waiting());
      for (LockOwner holder : blockers.holding()) {
        LockRequest waitsFor = holder.waitsFor();
        if (met.add(holder) && waitsFor != null && !holder.givesWay()) {
          toVisit.add(waitsFor);
        }
      }
      if (met.contains(start)) {
        return met;
      }
    }
    return Set.of();
  }

  /**
   * Owners that block a request in its queue.
   *
   * @param waiting by requests before it, directly or through one another: their queue need not be
   *     visited again
   * @param holding by the lock
   */
  private record Blockers(List<LockOwner> waiting, List<LockOwner> holding) {}

  private Blockers blockers(LockRequest request) {
    ReentrantLock guard = guardOf.apply(request.queue());
    guard.lock();
    try {
      LockQueue queue = request.queue();
      int position = queue.waiters().indexOf(request);
      if (position < 0) {
        return new Blockers(List.of(), List.of());
      }
      Reached reached = new Reached();
      reached.add(request);
      List<LockOwner> waiting = new ArrayList<>();
      for (int index = position - 1; index >= 0; index--) {
        LockRequest earlier = queue.waiters().get(index);
        if (reached.isBlockedBy(earlier.owner(), earlier.strength())) {
          reached.add(earlier);
          waiting.add(earlier.owner());
        }
      }
      List<LockOwner> holding = new ArrayList<>();
      for (LockQueue.Hold hold : queue.holds()) {
        if (reached.isBlockedBy(hold.owner(), hold.strength())) {
          holding.add(hold.owner());
        }
      }
      return new Blockers(waiting, holding);
    } finally {
      guard.unlock();
    }
  }

  /**
   * Requests of one queue that the pass has reached: for each strength one owner, and whether there
   * are several.
   */
  private static final class Reached {
    private final Map<LockStrength, LockOwner> first = new EnumMap<>(LockStrength.class);
    private final Set<LockStrength> several = EnumSet.noneOf(LockStrength.class);

    void add(LockRequest request) {
      LockOwner met = first.putIfAbsent(request.strength(), request.owner());
      if (met != null && met != request.owner()) {
        several.add(request.strength());
      }
    }

    /** Returns whether a reached request of another owner waits for {@code owner}. */
    boolean isBlockedBy(LockOwner owner, LockStrength strength) {
      for (Map.Entry<LockStrength, LockOwner> met : first.entrySet()) {
        if (met.getKey().conflictsWith(strength)
            && (met.getValue() != owner || several.contains(met.getKey()))) {
          return true;
        }
      }
      return false;
    }
  }
}
