package dev.colonnade.store;

import dev.colonnade.key.KeySpan;

/**
 * Ordered bytes, kept durably: the whole of what the database asks of the engine below it. Safe for
 * use by many threads.
 *
 * <p>After an error that stops writing (a full disk), writes fail with that error until the cause
 * is gone and reads continue.
 */
public interface Store extends StoreReader, AutoCloseable {

  /** Most bytes in a key. */
  int KEY_BYTES_MAX = 16 * 1024;

  /** Which store this is, and in what format. */
  StoreIdentity identity();

  /** The state at this moment, to be read again and again. */
  Snapshot snapshot();

  /** A new empty batch. */
  Batch newBatch();

  /**
   * Applies all changes of {@code batch}, in their order, or none of them. Readers see them
   * together. Concurrent writes share one flush of the log (group commit). The batch stays as it is
   * and may be cleared and used again.
   *
   * <p>If this fails, the batch was not applied in the eyes of any reader. It certainly will not be
   * found after a restart either where the code is DISK_FULL, INVALID_ARGUMENT, SHUTTING_DOWN or
   * INTERNAL; with any other code, COMMIT_UNKNOWN and STORE_IO among them, it may.
   */
  void write(Batch batch, Durability durability);

  /**
   * Makes all that was written survive the loss of power: returns when the log is on the disk as
   * far as it was when this was called. Writes go on meanwhile.
   *
   * <p>If this fails, nobody knows what of the log is on the disk.
   */
  void sync();

  /**
   * About how many bytes the keys of {@code span} take, in files (compressed) and in memory. Cheap:
   * never reads data blocks. Good to a few percent for spans of many blocks; may be 0 or one block
   * for small ones.
   */
  long approximateBytes(Space space, KeySpan span);

  /** Writes what is only in memory and log to table files, and waits for that. */
  void flush();

  /**
   * Rewrites the files of {@code span} so that overwritten and deleted data goes away. May take
   * long.
   */
  void compact(Space space, KeySpan span);

  /** Figures of this moment. */
  StoreStatistics statistics();

  /**
   * Closes the store: waits for running calls, flushes the log and frees memory. Fails, and leaves
   * the store open, while cursors or snapshots are open: closing under them would pull away what
   * they read. Closing twice is harmless; using the store after that is an error.
   */
  @Override
  void close();
}
