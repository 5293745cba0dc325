package dev.colonnade.scan.cache;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.commit.GroupParticipant;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.type.Column;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.arrow.memory.AllocationListener;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.rounding.SegmentRoundingPolicy;

/**
 * Keeps decoded columns of tables, so that scans need not walk the store. It holds runs of rows
 * ({@link CachedBlock}), loaded by the scans that miss them and ended by the commits that change
 * them; a page is filled from them by copying, and is the same as one that was read.
 *
 * <p>Memory has a limit. A block makes room for another when the last {@link #SCANS_KEPT} scans
 * have not used it: so what is in use is not washed out by one pass over a large table, and of a
 * table that does not fit, as much stays as does. Where there is no room, scans go to the store.
 *
 * <p>Safe for use by many threads.
 */
public final class ColumnCache implements AutoCloseable {
  /** A block that one of so many last scans has used stays. */
  static final int SCANS_KEPT = 4;

  /** Allocations are rounded up to multiples of this, not to powers of two. */
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

  /** A cache in memory of {@code allocator}, which it takes over. */
  public ColumnCache(ColumnCacheOptions options, BufferAllocator allocator) {
    this.options = requireNonNull(options, "options is null");
    this.allocator = requireNonNull(allocator, "allocator is null");
    this.memory = RequestMemory.of(allocator, Math.max(1, options.bytesMax()));
  }

  /** A cache in memory of its own. */
  public static ColumnCache open(ColumnCacheOptions options) {
    return new ColumnCache(
        options,
        new RootAllocator(
            AllocationListener.NOOP,
            Math.max(ALLOCATION_BYTES, options.bytesMax()),
            new SegmentRoundingPolicy(ALLOCATION_BYTES)));
  }

  /** Learns of all commits. */
  public GroupParticipant invalidation() {
    return options.bytesMax() == 0 ? GroupParticipant.NONE : invalidation;
  }

  /** Whether a scan that expects so many rows, 0 if it does not know, is to use the cache. */
  public boolean serves(long expectedRows) {
    return options.bytesMax() > 0 && (expectedRows == 0 || expectedRows >= options.scanRowsMin());
  }

  /** Whether a scan at {@code readTimestamp} finds these columns at {@code key}. A hint. */
  public boolean holds(Key key, long readTimestamp, List<Column> columns) {
    CachedBlock block = directory.find(key);
    return block != null
        && block.validity.isOpen()
        && block.readTimestamp <= readTimestamp
        && block.columns().keySet().containsAll(columns);
  }

  /** The number of a scan that begins: what is used by later ones is newer. */
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

  /** Whether there is room for so many bytes more, or could be made. */
  boolean makeRoom(long bytes) {
    long allowed = options.bytesMax() - bytes;
    directory.makeRoom(() -> memory.allocatedBytes() > allowed, scans.get() - SCANS_KEPT + 1);
    if (memory.allocatedBytes() <= allowed) {
      return true;
    }
    refusals.increment();
    return false;
  }

  /** Gives all memory back. All readers have been closed. */
  @Override
  public void close() {
    directory.clear();
    memory.release();
    allocator.close();
  }
}
