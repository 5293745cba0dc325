package dev.colonnade.store;

import static java.util.Objects.requireNonNull;

import java.util.Map;

/**
 * Metrics of a store at one point in time. Counters start when the store is opened.
 *
 * @param cache metrics of the block cache
 * @param writes metrics of the write path
 * @param background metrics of flushes and compactions
 * @param spaces sizes of every keyspace
 */
public record StoreStatistics(
    Cache cache, Writes writes, Background background, Map<Space, SpaceBytes> spaces) {

  public StoreStatistics {
    requireNonNull(cache, "cache is null");
    requireNonNull(writes, "writes is null");
    requireNonNull(background, "background is null");
    spaces = Map.copyOf(spaces);
    if (spaces.size() < Space.values().length) {
      throw new IllegalArgumentException("spaces are missing spaces=" + spaces.keySet());
    }
  }

  /** Returns the sizes of a keyspace. */
  public SpaceBytes space(Space space) {
    return requireNonNull(spaces.get(space), "space is null");
  }

  /**
   * Metrics of the block cache.
   *
   * @param hits reads served from the cache
   * @param misses reads that went to disk
   * @param usedBytes bytes in the cache
   * @param pinnedBytes bytes in the cache that are in use and cannot be evicted
   * @param capacityBytes maximum bytes in the cache
   */
  public record Cache(
      long hits, long misses, long usedBytes, long pinnedBytes, long capacityBytes) {}

  /**
   * Metrics of the write path.
   *
   * @param batches batches written
   * @param batchBytes bytes of the batches written
   * @param walBytes bytes written to the write-ahead log
   * @param walSyncs syncs of the write-ahead log
   * @param stallMicros microseconds of write stalls because flushes or compactions lagged behind
   */
  public record Writes(
      long batches, long batchBytes, long walBytes, long walSyncs, long stallMicros) {}

  /**
   * Metrics of background work.
   *
   * @param flushesRunning running memtable flushes
   * @param compactionsRunning running compactions
   * @param compactionPendingBytes estimated bytes that are pending compaction
   * @param errors errors of background work
   * @param writesStopped whether all writes are stopped (backpressure)
   * @param writesFailing whether the last write has failed, because of a full disk or another error
   */
  public record Background(
      long flushesRunning,
      long compactionsRunning,
      long compactionPendingBytes,
      long errors,
      boolean writesStopped,
      boolean writesFailing) {}

  /**
   * Sizes of a keyspace.
   *
   * @param tableBytes bytes of its table files, compressed
   * @param tableFiles number of its table files
   * @param memtableBytes bytes of its memtables
   * @param keysEstimate estimated number of keys; may include overwritten and deleted ones
   * @param openReaderBytes bytes of filters and indexes outside of the cache
   */
  public record SpaceBytes(
      long tableBytes,
      long tableFiles,
      long memtableBytes,
      long keysEstimate,
      long openReaderBytes) {}
}
