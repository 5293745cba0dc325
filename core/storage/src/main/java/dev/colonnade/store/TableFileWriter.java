package dev.colonnade.store;

/**
 * Writer of one table file: the keys of one space in strictly ascending order, to be ingested by
 * {@link Store#ingest}. One thread.
 */
public interface TableFileWriter extends AutoCloseable {
  /** Adds a key above all earlier ones. */
  void put(byte[] key, byte[] value);

  /** Returns the bytes of all keys and values so far. */
  long byteSize();

  /** Completes the file, which has at least one key, and makes it durable. */
  void finish();

  /** Deletes the file, unless it was ingested. */
  @Override
  void close();
}
