package dev.colonnade.store;

import static java.util.Objects.requireNonNull;

import java.util.Map;

/**
 * Figures of a store at one moment. Counters count from the opening of the store.
 *
 * @param cache the cache of data blocks
 * @param writes the way into the store
 * @param background what the store does on its own
 * @param spaces one entry for every space
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

  /** What {@code space} takes. */
  public SpaceBytes space(Space space) {
    return requireNonNull(spaces.get(space), "space is null");
  }

  /**
   * The block cache.
   *
   * @param hits reads answered by the cache
   * @param misses reads that went to the disk
   * @param usedBytes bytes in the cache
   * @param pinnedBytes bytes in the cache that are in use and cannot be evicted
   * @param capacityBytes most bytes in the cache
   */
  public record Cache(
      long hits, long misses, long usedBytes, long pinnedBytes, long capacityBytes) {}

  /**
   * The way into the store.
   *
   * @param batches batches written
   * @param batchBytes bytes of those
   * @param walBytes bytes written to the log
   * @param walSyncs flushes of the log to the disk
   * @param stallMicros how long writers were held up because flushing or compacting lagged behind
   */
  public record Writes(
      long batches, long batchBytes, long walBytes, long walSyncs, long stallMicros) {}

  /**
   * What the store does on its own.
   *
   * @param flushesRunning flushes of memory to files going on
   * @param compactionsRunning compactions going on
   * @param compactionPendingBytes bytes that compaction is behind
   * @param errors errors met in the background
   * @param writesStopped whether writers are being held up altogether
   */
  public record Background(
      long flushesRunning,
      long compactionsRunning,
      long compactionPendingBytes,
      long errors,
      boolean writesStopped) {}

  /**
   * What a space takes.
   *
   * @param tableBytes bytes of its files, compressed
   * @param tableFiles number of its files
   * @param memtableBytes bytes in memory that are not in files yet
   * @param keysEstimate about how many keys it holds; overwritten and deleted ones may count
   * @param openReaderBytes bytes of filters and indexes held outside of the cache
   */
  public record SpaceBytes(
      long tableBytes,
      long tableFiles,
      long memtableBytes,
      long keysEstimate,
      long openReaderBytes) {}
}
