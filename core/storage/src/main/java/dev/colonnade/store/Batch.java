package dev.colonnade.store;

import dev.colonnade.key.KeySpan;
import java.lang.foreign.MemorySegment;

/**
 * Write batch: an ordered list of changes that are applied atomically. Keys and values are copied
 * into the batch immediately, so that callers may reuse their buffers. Not thread-safe.
 *
 * <p>Keys have at most {@link Store#KEY_BYTES_MAX} bytes; a change that would exceed {@link
 * #BYTES_MAX} is rejected with INVALID_ARGUMENT and leaves the batch unchanged.
 */
public interface Batch extends AutoCloseable {

  /** Maximum size of a batch in bytes, as counted by {@link #byteSize}. */
  int BYTES_MAX = 1024 * 1024 * 1024;

  /** Sets the value of {@code key}. */
  void put(Space space, byte[] key, byte[] value);

  /** Sets the value of {@code key}; the segments may be slices of arrays or native memory. */
  void put(Space space, MemorySegment key, MemorySegment value);

  /** Deletes {@code key} if it exists. */
  void delete(Space space, byte[] key);

  /**
   * Deletes all keys of {@code span} with a range tombstone, at a cost independent of the number of
   * keys.
   */
  void deleteRange(Space space, KeySpan span);

  /**
   * Prepares the batch for many changes, so that its memory is allocated once.
   *
   * @param moreCount number of further changes
   * @param moreBytes bytes of their keys and values
   */
  default void reserve(int moreCount, long moreBytes) {}

  /** Returns the number of bytes of the batch in the write-ahead log. */
  long byteSize();

  /** Returns the number of changes. */
  int count();

  /** Returns whether the batch has no changes. */
  default boolean isEmpty() {
    return count() == 0;
  }

  /** Removes all changes; the buffer is retained for reuse. */
  void clear();

  /** Frees the memory of the batch. Idempotent. */
  @Override
  void close();
}
