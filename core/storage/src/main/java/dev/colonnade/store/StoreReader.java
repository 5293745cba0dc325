package dev.colonnade.store;

import dev.colonnade.key.Key;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads of ordered bytes, either of the newest state ({@link Store}) or at one point in time
 * ({@link Snapshot}). Safe for use by many threads; the cursors it opens are not.
 *
 * <p>Keys are finite. An error of the disk or a damaged block is a {@code ColonnadeException}; it
 * never looks like an absent key.
 */
public interface StoreReader {

  /** The value of {@code key}, or null if there is none. May read the disk. */
  byte @Nullable [] get(Space space, Key key);

  /**
   * The value of {@code key} as far as memory knows it: never reads the disk, so that an event loop
   * may ask. Whoever is told {@link CachedValue.NotCached} asks {@link #get} on a thread that may
   * wait.
   */
  CachedValue tryGet(Space space, Key key);

  /**
   * The values of {@code keys}, in their order, null where there is none. Cheaper than single gets.
   * Of a snapshot, all are of its moment; of the newest state, each is of some moment of this call.
   */
  List<byte @Nullable []> multiGet(Space space, List<Key> keys);

  /**
   * Opens a cursor. It sees the state at this moment (of a snapshot: the snapshot's) and keeps
   * seeing it until closed; it holds back the freeing of disk space and memory meanwhile. It starts
   * unpositioned.
   */
  Cursor cursor(Space space, CursorOptions options);
}
