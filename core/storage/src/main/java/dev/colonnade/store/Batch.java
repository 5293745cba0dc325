package dev.colonnade.store;

import dev.colonnade.key.KeySpan;
import java.lang.foreign.MemorySegment;

/**
 * Changes to be applied together, in the order in which they were added. Everything is copied in at
 * once, so that callers may reuse their buffers. One thread at a time.
 *
 * <p>Keys have at most {@link Store#KEY_BYTES_MAX} bytes; a batch that would pass {@link
 * #BYTES_MAX} is refused with INVALID_ARGUMENT and stays as it was.
 */
public interface Batch extends AutoCloseable {

  /** Most bytes in a batch, as counted by {@link #byteSize}. */
  int BYTES_MAX = 256 * 1024 * 1024;

  /** Sets the value of {@code key}. */
  void put(Space space, byte[] key, byte[] value);

  /** Sets the value of {@code key}; the segments may be slices of arrays or native memory. */
  void put(Space space, MemorySegment key, MemorySegment value);

  /** Removes {@code key} if it is there. */
  void delete(Space space, byte[] key);

  /** Removes all keys of {@code span}, at a cost that does not depend on how many there are. */
  void deleteRange(Space space, KeySpan span);

  /** Bytes that the batch takes in the log. */
  long byteSize();

  /** Number of changes. */
  int count();

  /** Whether there is no change. */
  default boolean isEmpty() {
    return count() == 0;
  }

  /** Removes all changes; memory is kept for the next use. */
  void clear();

  /** Frees what the batch holds. Closing twice is harmless. */
  @Override
  void close();
}
