package dev.colonnade.store;

import java.util.Arrays;

/**
 * Writer of one table file: the keys of one space in strictly ascending order, to be ingested by
 * {@link Store#ingest}. One thread.
 */
public interface TableFileWriter extends AutoCloseable {
  /** Adds a key above all earlier ones. */
  void put(byte[] key, byte[] value);

  /**
   * Variant of {@link #put(byte[], byte[])} for a pair in an array, which the caller may change
   * afterwards.
   *
   * @param keyOffset offset of the key, which the value follows
   */
  default void put(byte[] pairs, int keyOffset, int keyLength, int valueLength) {
    int valueOffset = keyOffset + keyLength;
    put(
        Arrays.copyOfRange(pairs, keyOffset, valueOffset),
        Arrays.copyOfRange(pairs, valueOffset, valueOffset + valueLength));
  }

  /** Returns the bytes of all keys and values so far. */
  long byteSize();

  /** Completes the file, which has at least one key, and makes it durable. */
  void finish();

  /** Deletes the file, unless it was ingested. */
  @Override
  void close();
}
