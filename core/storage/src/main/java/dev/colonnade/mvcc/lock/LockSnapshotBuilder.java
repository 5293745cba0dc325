package dev.colonnade.mvcc.lock;

import dev.colonnade.key.Key;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** Builder of a {@link LockSnapshot}. One thread, which holds the lock of each queue it adds. */
final class LockSnapshotBuilder {
  private final Predicate<Key> isListed;
  private final Set<LockParty> owners = new HashSet<>();
  private final List<LockSnapshot.Lock> held = new ArrayList<>();
  private final List<LockSnapshot.Wait> waiting = new ArrayList<>();

  LockSnapshotBuilder(Predicate<Key> isListed) {
    this.isListed = isListed;
  }

  /** Adds the queue of one key. */
  void addKey(LockQueue queue) {
    if (isListed.test(queue.key())) {
      for (LockQueue.Hold hold : queue.holds()) {
        held.add(new LockSnapshot.Lock(hold.owner().party(), queue.key(), hold.strength()));
      }
    }
    add(queue, false);
  }

  /** Adds the queue of an escalation. */
  void addIndex(LockQueue queue) {
    add(queue, true);
  }

  private void add(LockQueue queue, boolean isForIndex) {
    queue.holds().forEach(hold -> owners.add(hold.owner().party()));
    for (int index = 0; index < queue.waiters().size(); index++) {
      LockRequest request = queue.waiters().get(index);
      waiting.add(
          new LockSnapshot.Wait(
              new LockSnapshot.Lock(request.owner().party(), queue.key(), request.strength()),
              isForIndex,
              holders(queue, request),
              requestsBefore(queue, index)));
    }
  }

  private static List<LockParty> holders(LockQueue queue, LockRequest request) {
    return queue.holds().stream()
        .filter(hold -> hold.owner() != request.owner())
        .filter(hold -> hold.strength().conflictsWith(request.strength()))
        .map(hold -> hold.owner().party())
        .toList();
  }

  private static List<LockParty> requestsBefore(LockQueue queue, int index) {
    LockStrength strength = queue.waiters().get(index).strength();
    return queue.waiters().subList(0, index).stream()
        .filter(earlier -> earlier.strength().conflictsWith(strength))
        .map(earlier -> earlier.owner().party())
        .toList();
  }

  LockSnapshot build() {
    return new LockSnapshot(owners, held, waiting);
  }
}
