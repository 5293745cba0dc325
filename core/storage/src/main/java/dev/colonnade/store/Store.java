package dev.colonnade.store;

import dev.colonnade.key.KeySpan;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Durable ordered key-value store: the interface between the database and the storage engine.
 * Thread-safe.
 *
 * <p>After an error that stops writes (a full disk), writes fail with that error until its cause is
 * removed, and reads continue.
 */
public interface Store extends StoreReader, AutoCloseable {

  /** Maximum length of a key in bytes. */
  int KEY_BYTES_MAX = 16 * 1024;

  /** Returns the id and format of this store. */
  StoreIdentity identity();

  /** Returns the age of the state of this store; a follower's copy may lack recent commits. */
  default Freshness freshness() {
    return Freshness.CURRENT;
  }

  /** Returns a text that names the leader if this is a follower's copy; null otherwise. */
  default @Nullable String leader() {
    return null;
  }

  /** Returns the reason why this store is read-only; null if it is not, or is a follower's copy. */
  default @Nullable String readOnlyReason() {
    return null;
  }

  /**
   * Returns the number of spans of keys of which the store can record that a commit has deleted
   * them, in addition to those that it has; 0 if it has no such records.
   */
  default int deletedSpansLeft() {
    return 0;
  }

  /**
   * Returns whether the store can record in one of these spans that a commit has deleted some of
   * its keys only, which are in memory then.
   *
   * @param memoryBytes bytes of the memory of these keys
   */
  default boolean mayDeleteListed(KeySpan keys, long memoryBytes) {
    return false;
  }

  /** Returns a snapshot of the current state, for repeatable reads. */
  Snapshot snapshot();

  /** Returns a new empty batch. */
  Batch newBatch();

  /**
   * Applies all changes of {@code batch} atomically, in their order. They become visible to readers
   * together. Concurrent writes share one sync of the write-ahead log (group commit). The batch is
   * not modified and may be cleared and reused.
   *
   * <p>If the write fails, the batch is not visible to any reader. With the codes DISK_FULL,
   * INVALID_ARGUMENT, SHUTTING_DOWN and INTERNAL, and those of a replicated store
   * (READ_ONLY_TRANSACTION, SERIALIZATION_FAILURE, OVERLOADED, LIMIT_EXCEEDED), it is guaranteed
   * not to be applied after a restart either; with any other code, including COMMIT_UNKNOWN and
   * STORE_IO, it may be.
   */
  void write(Batch batch, Durability durability);

  /**
   * Variant of {@link #write} for a store with a log in which several batches can be at once. The
   * batch is not used after the call. Batches of one thread are applied in the order of the calls:
   * if one is not applied, no later one is. The future is complete when the batch is applied; its
   * failures are those of {@code write}, which the call itself can throw as well. Without such a
   * log, the future is complete when the call returns.
   */
  default CompletableFuture<Void> writeAsync(Batch batch, Durability durability) {
    write(batch, durability);
    return CompletableFuture.completedFuture(null);
  }

  /**
   * Syncs the write-ahead log: all writes that returned before the call survive a loss of power.
   * Concurrent writes continue.
   *
   * <p>If the sync fails, the part of the log that is on disk is undefined.
   */
  void sync();

  /**
   * Returns the estimated size in bytes of the keys of {@code span}, in files (compressed) and in
   * memory. Cheap: never reads data blocks. Accurate to a few percent for spans of many blocks; may
   * be 0 or one block for small ones.
   */
  long approximateBytes(Space space, KeySpan span);

  /** Returns a writer of a new table file for a space. */
  TableFileWriter newTableFile(Space space);

  /**
   * Adds the keys of finished table files to their space, above all present values of the same
   * keys, and durable at once. The files do not overlap; they belong to the store from now on.
   * Other writes wait meanwhile. A snapshot that is open does not contain the keys.
   */
  void ingest(List<TableFileWriter> files);

  /** Flushes the memtables to table files, and waits for completion. */
  void flush();

  /**
   * Compacts the files of {@code span}, which removes overwritten and deleted data. May take long.
   */
  void compact(Space space, KeySpan span);

  /**
   * Writes a copy of the store's files to a new folder on the same disk: hard links where possible.
   * It contains every write that returned before the call, and no write in part.
   */
  void checkpoint(Path folder);

  /** Returns the current statistics of the store. */
  StoreStatistics statistics();

  /**
   * Closes the store: waits for running calls, syncs the log and frees memory. Fails, and leaves
   * the store open, while cursors or snapshots are open, because they read memory that closing
   * frees. Idempotent; a use of the store after it is an error.
   */
  @Override
  void close();
}
