package dev.colonnade.mvcc.commit.conflict;

import dev.colonnade.key.Key;
import dev.colonnade.store.Space;

/**
 * Conflict detection table: for every hash slot, the timestamp at which a key of that slot was last
 * changed. It is conservative: a hash collision causes a false positive, never a missed change.
 * Used by the leader only; leadership is handed over by a volatile access, which establishes the
 * happens-before edge from one leader to the next.
 */
public final class ConflictTable {
  private final long[] lastChanged;
  private final int mask;
  private long allChanged;

  /** At most {@link #allChanged}. */
  private long allTouched;

  public ConflictTable(int slots, long timestamp) {
    lastChanged = new long[slots];
    mask = slots - 1;
    allChanged = timestamp;
    allTouched = timestamp;
  }

  /** Returns the hash of a key. Safe for use by any thread. */
  public static int hash(Space space, Key key) {
    int hash = (space == Space.META ? ~key.hashCode() : key.hashCode()) * 0x9E3779B9;
    return hash ^ (hash >>> 15);
  }

  /** Returns the latest timestamp at which a key with this hash may have changed. */
  public long lastChanged(int hash) {
    return Math.max(lastChanged[hash & mask], allChanged);
  }

  /** Records that a key with this hash changes at {@code timestamp}. */
  public void change(int hash, long timestamp) {
    lastChanged[hash & mask] = timestamp;
  }

  /** Records that any key may change at {@code timestamp} by a commit. */
  public void changeAll(long timestamp) {
    allChanged = timestamp;
  }

  /** Records that a command changes any keys, also of the history, at {@code timestamp}. */
  public void touchAll(long timestamp) {
    allChanged = timestamp;
    allTouched = timestamp;
  }

  /** Returns the latest timestamp passed to {@link #touchAll}. */
  public long allTouched() {
    return allTouched;
  }
}
