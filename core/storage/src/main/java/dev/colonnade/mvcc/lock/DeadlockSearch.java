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

/**
 * Looks for a cycle of owners who wait for each other, from one of them on.
 *
 * <p>An owner waits for those who hold what it wants in a conflicting strength, and for those who
 * are before it in line with a conflicting request. An owner waits in one line only, so all of one
 * line that hold a request up, directly or by others of the line, are found in a single walk from
 * the request to the front, which keeps the strengths that were met: the search takes time in
 * proportion to the lines that it passes, also where a thousand wait for one key.
 *
 * <p>Lines are looked at one after the other, each under its guard. A cycle does not change while
 * it exists, since nobody in it can go on, so it is seen whole. What is seen as a cycle but is
 * none, because somebody gave up or was granted meanwhile, costs one transaction that is tried
 * again.
 */
final class DeadlockSearch {
  private final LockTable table;

  DeadlockSearch(LockTable table) {
    this.table = table;
  }

  /**
   * The owners that were met on the way from the owner of {@code request} back to it; empty if
   * there is no way back.
   */
  Set<LockOwner> cycleOf(LockRequest request) {
    LockOwner start = request.owner();
    Set<LockOwner> met = new LinkedHashSet<>();
    Deque<LockRequest> toVisit = new ArrayDeque<>();
    toVisit.add(request);
    while (!toVisit.isEmpty()) {
      LockRequest next = toVisit.removeLast();
      for (LockOwner blocker : blockers(next)) {
        if (blocker == start) {
          met.add(next.owner());
          return met;
        }
        if (met.add(blocker)) {
          LockRequest waitsFor = blocker.waitsFor();
          if (waitsFor != null) {
            toVisit.add(waitsFor);
          }
        }
      }
    }
    return Set.of();
  }

  /** Who holds the line up in which {@code request} waits; not its owner because of itself. */
  private List<LockOwner> blockers(LockRequest request) {
    ReentrantLock guard = table.guardOf(request.queue());
    guard.lock();
    try {
      LockQueue queue = request.queue();
      int position = queue.waiters().indexOf(request);
      if (position < 0) {
        return List.of();
      }
      Reached reached = new Reached();
      reached.add(request);
      List<LockOwner> blockers = new ArrayList<>();
      for (int index = position - 1; index >= 0; index--) {
        LockRequest earlier = queue.waiters().get(index);
        if (reached.isHeldUpBy(earlier.owner(), earlier.strength())) {
          reached.add(earlier);
          blockers.add(earlier.owner());
        }
      }
      for (LockQueue.Hold hold : queue.holds()) {
        if (reached.isHeldUpBy(hold.owner(), hold.strength())) {
          blockers.add(hold.owner());
        }
      }
      return blockers;
    } finally {
      guard.unlock();
    }
  }

  /** Requests of one line that were met: of each strength an owner, and whether there are more. */
  private static final class Reached {
    private final Map<LockStrength, LockOwner> first = new EnumMap<>(LockStrength.class);
    private final Set<LockStrength> several = EnumSet.noneOf(LockStrength.class);

    void add(LockRequest request) {
      LockOwner met = first.putIfAbsent(request.strength(), request.owner());
      if (met != null && met != request.owner()) {
        several.add(request.strength());
      }
    }

    /** Whether one of them waits for {@code owner}, who is not its own. */
    boolean isHeldUpBy(LockOwner owner, LockStrength strength) {
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
