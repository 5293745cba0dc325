package dev.colonnade.mvcc.lock;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Holders and wait queue of the lock of one key. Guarded by the lock of its stripe.
 *
 * <p><b>Fairness.</b> A request is granted when it conflicts with no other holder and with no
 * earlier request that still waits. A lock upgrade precedes all requests of owners without the
 * lock: none of them could be granted before it anyway.
 */
final class LockQueue {
  private final Key key;
  private final List<Hold> holds = new ArrayList<>(1);
  private final List<LockRequest> waiters = new ArrayList<>(0);

  LockQueue(Key key) {
    this.key = requireNonNull(key, "key is null");
  }

  Key key() {
    return key;
  }

  boolean isEmpty() {
    return holds.isEmpty() && waiters.isEmpty();
  }

  int waiterCount() {
    return waiters.size();
  }

  List<Hold> holds() {
    return holds;
  }

  List<LockRequest> waiters() {
    return waiters;
  }

  /** Returns the strength that {@code owner} holds; null for none. */
  @Nullable LockStrength heldBy(LockOwner owner) {
    int index = indexOf(owner);
    return index < 0 ? null : holds.get(index).strength();
  }

  /** Returns whether a new request would be granted immediately. */
  boolean isFree(LockOwner owner, LockStrength strength) {
    boolean upgrade = heldBy(owner) != null;
    int before = upgrade ? upgradersWaiting() : waiters.size();
    return !conflictsWithOthers(owner, strength) && !conflictsWithWaiters(before, strength);
  }

  /** Adds a request to the wait queue. */
  void enqueue(LockRequest request) {
    boolean upgrade = heldBy(request.owner()) != null;
    waiters.add(upgrade ? upgradersWaiting() : waiters.size(), request);
  }

  /** Removes a request from the wait queue. Returns whether it was queued. */
  boolean dequeue(LockRequest request) {
    return waiters.remove(request);
  }

  /** Sets the strength that {@code owner} holds; null releases the lock. */
  void hold(LockOwner owner, @Nullable LockStrength strength) {
    int index = indexOf(owner);
    if (strength == null) {
      assert index >= 0 : "not held";
      holds.remove(index);
    } else if (index < 0) {
      holds.add(new Hold(owner, strength));
    } else {
      holds.set(index, new Hold(owner, strength));
    }
  }

  /** Removes and returns the next request that can be granted; null if there is none. */
  @Nullable LockRequest pollGrantable() {
    for (int index = 0; index < waiters.size(); index++) {
      LockRequest request = waiters.get(index);
      if (!conflictsWithOthers(request.owner(), request.strength())
          && !conflictsWithWaiters(index, request.strength())) {
        return waiters.remove(index);
      }
    }
    return null;
  }

  private boolean conflictsWithOthers(LockOwner owner, LockStrength strength) {
    for (Hold hold : holds) {
      if (hold.owner() != owner && hold.strength().conflictsWith(strength)) {
        return true;
      }
    }
    return false;
  }

  private boolean conflictsWithWaiters(int before, LockStrength strength) {
    for (int index = 0; index < before; index++) {
      if (waiters.get(index).strength().conflictsWith(strength)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether another owner holds a conflicting lock, or waits. */
  boolean isUsedByOthers(LockOwner owner, LockStrength strength) {
    return conflictsWithOthers(owner, strength) || !waiters.isEmpty();
  }

  /** Returns the number of waiting upgrades, which are at the head of the queue. */
  private int upgradersWaiting() {
    int count = 0;
    while (count < waiters.size() && heldBy(waiters.get(count).owner()) != null) {
      count++;
    }
    return count;
  }

  private int indexOf(LockOwner owner) {
    for (int index = 0; index < holds.size(); index++) {
      if (holds.get(index).owner() == owner) {
        return index;
      }
    }
    return -1;
  }

  /** Owner and the strength that it holds. */
  record Hold(LockOwner owner, LockStrength strength) {}
}
