package dev.colonnade.scan.cache;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.segment.SegmentDisk;
import dev.colonnade.scan.segment.SegmentStore;
import dev.colonnade.type.schema.Column;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.apache.arrow.memory.AllocationListener;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.memory.rounding.SegmentRoundingPolicy;
import org.jspecify.annotations.Nullable;

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

  /**
   * A segment has more rows than the largest block divided by this: fewer are decoded from the
   * store in less than a millisecond.
   */
  private static final int SEGMENT_ROWS_PART = 8;

  /** Part of the memory that is left for blocks which are read from or written to segments only. */
  private static final int RESERVE_PART = 8;

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
  private final LongAdder segmentReads = new LongAdder();
  private final @Nullable SegmentStore segments;
  private final @Nullable SegmentWriter writer;

  /**
   * Creates a cache in the memory of {@code allocator}, which the cache owns and closes.
   *
   * @param disk segments on disk; null for none
   */
  public ColumnCache(
      ColumnCacheOptions options, BufferAllocator allocator, @Nullable SegmentDisk disk) {
    this.options = requireNonNull(options, "options is null");
    this.allocator = requireNonNull(allocator, "allocator is null");
    this.memory = RequestMemory.of(allocator, Math.max(1, options.bytesMax()));
    this.segments = disk == null ? null : disk.segments();
    this.writer =
        disk == null
            ? null
            : new SegmentWriter(
                directory,
                options.blockRowsMax() / SEGMENT_ROWS_PART + 1,
                options.bytesMax() / RESERVE_PART,
                invalidation,
                disk);
    if (segments != null) {
      List<CachedBlock> found = segments.recovered().stream().map(CachedBlock::of).toList();
      directory.recovered(found);
      if (!found.isEmpty()) {
        invalidation.startMarking();
      }
    }
  }

  /** Creates a cache with its own allocator and without segments. */
  public static ColumnCache open(ColumnCacheOptions options) {
    return open(options, null);
  }

  /** Variant of {@link #open(ColumnCacheOptions)} with segments on disk; null for none. */
  public static ColumnCache open(ColumnCacheOptions options, @Nullable SegmentDisk disk) {
    return new ColumnCache(
        options,
        new RootAllocator(
            AllocationListener.NOOP,
            Math.max(ALLOCATION_BYTES, options.bytesMax()),
            new SegmentRoundingPolicy(ALLOCATION_BYTES)),
        disk);
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
        && block.has(columns);
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
        options.bytesMax(),
        segmentReads.sum(),
        segments == null ? 0 : segments.bytes());
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

  void countSegmentRead() {
    segmentReads.increment();
  }

  /** Writes blocks to segments, and frees what is invalid; to be called about once per second. */
  public void writeSegments() {
    if (writer != null) {
      writer.run();
    }
  }

  /** Gives up the segment of a block, which cannot be read. */
  void giveUp(CachedBlock block) {
    requireNonNull(writer, "there are no segments").giveUp(block, true);
  }

  boolean hasSegments() {
    return segments != null;
  }

  /** Returns the bytes that are left for blocks which the cache has no space for. */
  private long reserve() {
    return segments == null ? 0 : options.bytesMax() / RESERVE_PART;
  }

  /** Returns whether {@code bytes} more fit into memory, that of passing blocks included. */
  boolean hasReserve(long bytes) {
    return segments != null && memory.allocatedBytes() + bytes <= options.bytesMax();
  }

  /**
   * Returns whether a block may be loaded only to be written to a segment.
   *
   * @param bytes estimate, which is high in a small cache
   */
  boolean hasRoomForPassing(long bytes) {
    long expected = Math.min(bytes, reserve() / 2);
    return writer != null && writer.passingBytes() + expected <= reserve() && hasReserve(expected);
  }

  /** Variant of {@link #hasRoomForPassing} that waits a moment for space. */
  boolean awaitRoomForPassing(long bytes) {
    return writer != null && writer.awaitRoom(() -> hasRoomForPassing(bytes));
  }

  /**
   * Has a loaded block written to a segment that the cache has no space for.
   *
   * @param isCandidate whether the block was a candidate for eviction before
   */
  void passing(CachedBlock block, long bytes, boolean isCandidate) {
    requireNonNull(writer, "there are no segments").offer(block, bytes, isCandidate);
  }

  /** Returns whether {@code bytes} more fit within the limit, after eviction if necessary. */
  boolean ensureCapacity(long bytes) {
    long allowed = options.bytesMax() - reserve() - bytes;
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

  /** Frees all memory, and closes the segments. All readers must be closed. */
  @Override
  public void close() {
    if (writer != null) {
      writer.close();
    }
    directory.clear();
    if (segments != null) {
      segments.close();
    }
    memory.release();
    allocator.close();
  }
}
