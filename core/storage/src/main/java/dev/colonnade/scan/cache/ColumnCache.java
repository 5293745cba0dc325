package dev.colonnade.scan.cache;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.type.schema.Column;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.arrow.memory.AllocationListener;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.rounding.SegmentRoundingPolicy;

/**
 * Column cache: decoded columns of tables, so that scans need not read the store. It consists of
 * blocks of consecutive rows ({@link CachedBlock}), which scans load on a miss and commits
 * invalidate when they change a row; pages are filled from them by copying and are equal to pages
 * read from the store.
 *
 * <p>Memory is limited. A block is evicted for another one if none of the last {@link
 * #SCANS_RETAINED} scans has used it (scan-resistant eviction): one pass over a large table does
 * not evict the blocks in use, and of a table that does not fit, as many blocks stay cached as fit.
 * If no block can be evicted, scans read the store.
 *
 * <p>Thread-safe.
 */
public final class ColumnCache implements AutoCloseable {
  /** Number of the most recent scans whose blocks are not evicted. */
  static final int SCANS_RETAINED = 4;

  /**
   * Columns that no scan has asked for are added while less than this part of the cache is used.
   */
  private static final int SPARE_PART = 2;

  /** Allocation unit: sizes are rounded up to multiples of this instead of to powers of two. */
  private static final long ALLOCATION_BYTES = 4096;

  private final ColumnCacheOptions options;
  private final BufferAllocator allocator;
  private final RequestMemory memory;
  private final BlockDirectory directory = new BlockDirectory();
  private final CacheInvalidation invalidation = new CacheInvalidation(directory);
  private final AtomicLong scans = new AtomicLong();
  private final LongAdder hits = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final LongAdder loads = new LongAdder();
  private final LongAdder refusals = new LongAdder();

  /** Creates a cache in the memory of {@code allocator}, which the cache owns and closes. */
  public ColumnCache(ColumnCacheOptions options, BufferAllocator allocator) {
    this.options = requireNonNull(options, "options is null");
    this.allocator = requireNonNull(allocator, "allocator is null");
    this.memory = RequestMemory.of(allocator, Math.max(1, options.bytesMax()));
  }

  /** Creates a cache with its own allocator. */
  public static ColumnCache open(ColumnCacheOptions options) {
    return new ColumnCache(
        options,
        new RootAllocator(
            AllocationListener.NOOP,
            Math.max(ALLOCATION_BYTES, options.bytesMax()),
            new SegmentRoundingPolicy(ALLOCATION_BYTES)));
  }

  /** Returns the commit participant that invalidates the cache; it must see all commits. */
  public GroupParticipant invalidation() {
    return options.bytesMax() == 0 ? GroupParticipant.NONE : invalidation;
  }

  /**
   * Returns whether a scan that expects {@code expectedRows} rows, 0 if unknown, uses the cache.
   */
  public boolean serves(long expectedRows) {
    return options.bytesMax() > 0 && (expectedRows == 0 || expectedRows >= options.scanRowsMin());
  }

  /** Returns whether a scan at {@code readTimestamp} finds the columns at {@code key}. A hint. */
  public boolean holds(Key key, long readTimestamp, List<Column> columns) {
    CachedBlock block = directory.find(key);
    return block != null
        && block.validity.isOpen()
        && block.readTimestamp <= readTimestamp
        && block.columns().keySet().containsAll(columns);
  }

  /** Returns the number of a new scan; numbers ascend. */
  public long beginScan() {
    return scans.incrementAndGet();
  }

  public ColumnCacheStatistics statistics() {
    return new ColumnCacheStatistics(
        hits.sum(),
        misses.sum(),
        loads.sum(),
        refusals.sum(),
        directory.evictions(),
        directory.invalidations(),
        directory.count(),
        memory.allocatedBytes(),
        options.bytesMax());
  }

  ColumnCacheOptions options() {
    return options;
  }

  BlockDirectory directory() {
    return directory;
  }

  RequestMemory memory() {
    return memory;
  }

  void countHit() {
    hits.increment();
  }

  void countMiss() {
    misses.increment();
  }

  void countLoad() {
    loads.increment();
  }

  /** Returns whether {@code bytes} more fit within the limit, after eviction if necessary. */
  boolean ensureCapacity(long bytes) {
    long allowed = options.bytesMax() - bytes;
    directory.evict(() -> memory.allocatedBytes() > allowed, scans.get() - SCANS_RETAINED + 1);
    if (memory.allocatedBytes() <= allowed) {
      return true;
    }
    refusals.increment();
    return false;
  }

  /** Returns whether the cache has space for columns that no scan has asked for. */
  boolean hasSpareSpace() {
    return memory.allocatedBytes() < options.bytesMax() / SPARE_PART;
  }

  /** Frees all memory. All readers must be closed. */
  @Override
  public void close() {
    directory.clear();
    memory.release();
    allocator.close();
  }
}
