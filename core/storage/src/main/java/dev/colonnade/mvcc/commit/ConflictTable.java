package dev.colonnade.mvcc.commit;

import dev.colonnade.key.Key;
import dev.colonnade.store.Space;

/**
 * Tells whether a key may have changed since a timestamp: for every hash, when a key with that hash
 * was last changed. It errs on the safe side: keys that share a hash share their fate. Used by the
 * leader only; what one leader wrote the next one sees, because leadership is handed over by a
 * volatile access.
 */
final class ConflictTable {
  private final long[] lastChanged;
  private final int mask;
  private long allChanged;

  ConflictTable(int slots, long timestamp) {
    lastChanged = new long[slots];
    mask = slots - 1;
    allChanged = timestamp;
  }

  /** The hash by which a key is known here. Safe for use by any thread. */
  static int hash(Space space, Key key) {
    int hash = (space == Space.META ? ~key.hashCode() : key.hashCode()) * 0x9E3779B9;
    return hash ^ (hash >>> 15);
  }

  /** The last moment at which a key with this hash may have changed. */
  long lastChanged(int hash) {
    return Math.max(lastChanged[hash & mask], allChanged);
  }

  /** A key with this hash changes at {@code timestamp}. */
  void change(int hash, long timestamp) {
    lastChanged[hash & mask] = timestamp;
  }

  /** Any key may change at {@code timestamp}. */
  void changeAll(long timestamp) {
    allChanged = timestamp;
  }

  /** The last moment at which any key may have changed. */
  long allChanged() {
    return allChanged;
  }
}
