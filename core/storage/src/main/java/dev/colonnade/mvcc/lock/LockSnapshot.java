package dev.colonnade.mvcc.lock;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Locks as they were when they were listed.
 *
 * @param owners owners of any lock
 * @param held locks of the listed keys
 * @param waiting requests that wait
 */
public record LockSnapshot(Set<LockParty> owners, List<Lock> held, List<Wait> waiting) {
  public LockSnapshot {
    owners = Set.copyOf(owners);
    held = List.copyOf(held);
    waiting = List.copyOf(waiting);
  }

  /** Lock of a key, which its owner holds or waits for. */
  public record Lock(LockParty owner, Key key, LockStrength strength) {
    public Lock {
      requireNonNull(owner, "owner is null");
      requireNonNull(key, "key is null");
      requireNonNull(strength, "strength is null");
    }
  }

  /**
   * Request that waits.
   *
   * @param isForIndex whether it waits for a lock of all keys of an index, which start with its key
   * @param holders owners of conflicting locks
   * @param requests owners of conflicting requests before it in the queue
   */
  public record Wait(
      Lock wanted, boolean isForIndex, List<LockParty> holders, List<LockParty> requests) {
    public Wait {
      requireNonNull(wanted, "wanted is null");
      holders = List.copyOf(holders);
      requests = List.copyOf(requests);
    }

    /** Returns the owners that block the request, those of locks first. */
    public List<LockParty> blockers() {
      return Stream.concat(holders.stream(), requests.stream()).distinct().toList();
    }
  }

  /**
   * Returns the numbers of the sessions that block a session, {@link LockParty#NO_SESSION} for
   * owners without one; empty if it does not wait.
   */
  public SortedSet<Integer> blockersOf(int sessionNumber) {
    SortedSet<Integer> numbers = new TreeSet<>();
    for (Wait wait : waiting) {
      if (wait.wanted().owner().sessionNumber() == sessionNumber) {
        wait.blockers().forEach(blocker -> numbers.add(blocker.sessionNumber()));
      }
    }
    return numbers;
  }
}
