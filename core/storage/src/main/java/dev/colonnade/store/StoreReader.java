package dev.colonnade.store;

import dev.colonnade.key.Key;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Read operations of a key-value store, either on the newest state ({@link Store}) or at one point
 * in time ({@link Snapshot}). Thread-safe; the cursors it opens are not.
 *
 * <p>Keys are finite. A disk error or a corrupt block is a {@code ColonnadeException} and never an
 * absent key.
 */
public interface StoreReader {

  /** Returns the value of {@code key}, or null if there is none. May read the disk. */
  byte @Nullable [] get(Space space, Key key);

  /**
   * Returns the value of {@code key} if it can be determined from memory. Non-blocking: never reads
   * the disk, so that an event loop may call it. After {@link CachedValue.NotCached} the caller
   * calls {@link #get} on a thread that may block.
   */
  CachedValue tryGet(Space space, Key key);

  /**
   * Returns the values of {@code keys}, in their order, null where there is none. Cheaper than
   * single gets. On a snapshot, all values are those of the snapshot; on the newest state, each
   * value is current at some point in time during the call.
   */
  List<byte @Nullable []> multiGet(Space space, List<Key> keys);

  /**
   * Opens a cursor on the current state (on a snapshot: the snapshot's). The state does not change
   * while the cursor is open, and the cursor pins its disk space and memory until it is closed. It
   * is initially not positioned.
   */
  Cursor cursor(Space space, CursorOptions options);

  /**
   * Returns a reader for which nothing was deleted after a timestamp by a record that stands for
   * the deletes of many keys: their values are where they were. The versions that are visible at
   * the timestamp are the same. Cheap.
   */
  default StoreReader asOf(long timestamp) {
    return this;
  }

  /**
   * Returns whether no other copy of the store can have newer commits: always true unless this is
   * the store of a leader in a cluster, which may have been replaced. Never blocks.
   */
  default boolean isCurrent() {
    return true;
  }

  /**
   * Throws SERIALIZATION_FAILURE if another copy of the store may have newer commits; may wait for
   * a few seconds before. Everything that was read from memory or from the store before a call that
   * returns was current at the time of the call.
   */
  default void requireCurrent() {}
}
