package dev.colonnade.mvcc.lock;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeyLayout;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Lock of all keys of one index, which takes the place of the owner's locks of single keys (lock
 * escalation, Gray and others, "Granularity of Locks in a Shared Data Base", 1975). Immutable,
 * except for the queue, which is guarded by the lock of its stripe.
 *
 * @param owner holder of the lock
 * @param prefix first bytes of all keys of the index
 * @param strength strength in which the owner holds every key
 * @param queue queue of the requests that wait for the end of the escalation; in no stripe's map
 */
record Escalation(LockOwner owner, Key prefix, LockStrength strength, LockQueue queue) {
  Escalation {
    requireNonNull(owner, "owner is null");
    requireNonNull(prefix, "prefix is null");
    requireNonNull(strength, "strength is null");
    requireNonNull(queue, "queue is null");
  }

  /** Creates an escalation for which its owner's hold is in the queue already. */
  static Escalation of(LockOwner owner, Key prefix, LockStrength strength) {
    LockQueue queue = new LockQueue(prefix);
    queue.hold(owner, LockStrength.UPDATE);
    return new Escalation(owner, prefix, strength, queue);
  }

  /** Returns the prefix of the index that {@code key} belongs to; null if it is not in an index. */
  static @Nullable Key prefixOf(Key key) {
    return key.length() <= KeyLayout.COLUMNS_OFFSET
        ? null
        : Key.wrap(Arrays.copyOf(key.bytes(), KeyLayout.COLUMNS_OFFSET));
  }

  /** Returns whether the escalation includes the key. The lock key of the table is not included. */
  boolean includes(Key key) {
    return key.length() > prefix.length() && key.startsWith(prefix);
  }

  /** Returns whether a request has to wait for the end of the escalation. */
  boolean blocks(LockOwner other, Key key, LockStrength wanted) {
    return owner != other && wanted.conflictsWith(strength) && includes(key);
  }

  /** Returns whether the escalation grants a lock to its owner. */
  boolean grants(LockOwner other, Key key, LockStrength wanted) {
    return owner == other && strength.covers(wanted) && includes(key);
  }
}
