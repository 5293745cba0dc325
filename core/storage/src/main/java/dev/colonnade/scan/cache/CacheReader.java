package dev.colonnade.scan.cache;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.cache.block.BlockImage;
import dev.colonnade.scan.cache.block.BlockMemory;
import dev.colonnade.scan.cache.block.RowIndexBuilder;
import dev.colonnade.scan.column.BlockColumns;
import dev.colonnade.scan.column.ColumnVector;
import dev.colonnade.scan.row.ReadColumns;
import dev.colonnade.scan.segment.Segment;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the column cache for one partition of a scan: looks up blocks and loads missing ones.
 * Not thread-safe.
 */
public final class CacheReader implements AutoCloseable {
  /**
   * Consecutive loads without a cacheable block after which the partition reads from the store
   * only.
   */
  private static final int WASTED_MAX = 3;

  /**
   * Before the first load, the estimated size of a load is at most the cache size divided by this.
   */
  private static final int FIRST_LOAD_PART = 8;

  /** Blocks that are read from the store after one for which a wait for space was in vain. */
  private static final int MISSES_PER_WAIT = 16;

  /** Vector of a column in a block without rows. */
  private static final ColumnVector NO_ROWS =
      new ColumnVector(
          ColumnVector.NO_ADDRESS,
          ColumnVector.NO_ADDRESS,
          ColumnVector.NO_ADDRESS,
          ColumnVector.Form.STORED,
          null);

  private final CachedScan scan;
  private final CachedScan.Reading reading;
  private final ColumnCache cache;
  private final SegmentLoads segments;
  private @Nullable RowIndexBuilder index;
  private @Nullable ColumnDecoder all;
  private @Nullable ColumnDecoder missing;
  private final boolean isReverse;
  private Key storeBound = Key.EMPTY;
  private boolean wasDiscarded;
  private boolean mayLoad;

  /** True if the present call of {@link #rows} may load. */
  private boolean loads;

  private int wasted;

  /** True if all columns are added to a segment that lacks one, false if those of the scan are. */
  private boolean addsAll = true;

  /** Blocks for which there may be no space until the reader waits for it again. */
  private int missesUntilWait;

  /** Memory whose columns were found last; they stay where they are while it is retained. */
  private @Nullable BlockMemory usedMemory;

  private ColumnVector[] usedVectors = {};

  /** Bytes of the last load: the estimate for the next one. */
  private long loadBytes;

  public CacheReader(CachedScan scan, CachedScan.Reading reading) {
    this.scan = scan;
    this.reading = reading;
    this.cache = scan.cache();
    this.segments = new SegmentLoads(cache);
    this.isReverse = scan.terms().isReverse();
    this.mayLoad = scan.terms().mayLoad();
    ColumnCacheOptions options = cache.options();
    this.loadBytes = Math.min(options.blockBytesMax(), options.bytesMax() / FIRST_LOAD_PART);
  }

  /**
   * Returns rows of a block from {@code at}, included, to {@code bound}, excluded; in a reverse
   * scan, below {@code at}, excluded, down to {@code bound}, included. The caller closes them; null
   * if rows have to be read from the store, up to {@link #storeBound}.
   *
   * @param load whether a missing block or column is loaded if the scan may load
   */
  public @Nullable CachedRows rows(Key at, Key bound, boolean load) {
    loads = load && mayLoad;
    CachedBlock block = isReverse ? below(at, bound) : cache.directory().find(at);
    if (block != null) {
      storeBound = isReverse ? Key.max(block.start(), bound) : endOfGap(block, at, bound);
      CachedRows found = use(block, at, bound);
      if (found != null) {
        cache.countHit();
        return found;
      }
    } else if (!isReverse) {
      storeBound = cache.directory().nextStart(at, bound);
    }
    cache.countMiss();
    boolean isReload = wasDiscarded;
    wasDiscarded = false;
    boolean isMissing = block == null || isReload;
    return isMissing && loads && !isReverse ? load(at, bound, isReload) : null;
  }

  /** Returns the block right below a key; sets the bound of the gap there if there is none. */
  private @Nullable CachedBlock below(Key at, Key bound) {
    CachedBlock block = cache.directory().findBelow(at);
    if (block != null && at.compareTo(block.end()) <= 0) {
      return block;
    }
    storeBound = block == null ? bound : Key.max(block.end(), bound);
    return null;
  }

  /**
   * Returns the key up to which (in a reverse scan, down to which) rows have to be read from the
   * store. To be called after {@link #rows} has returned null.
   */
  public Key storeBound() {
    return storeBound;
  }

  /** Returns the fewest rows of a block. */
  public int blockRowsMin() {
    return cache.options().blockRowsMin();
  }

  /** Returns the most rows of a block. */
  public int blockRowsMax() {
    return cache.options().blockRowsMax();
  }

  /** Returns whether {@link #rows} would find a block at a key. */
  public boolean holds(Key at) {
    return cache.holds(at, reading.view().timestamp(), scan.columns().projected());
  }

  private @Nullable CachedRows use(CachedBlock block, Key at, Key bound) {
    if (block.readTimestamp > reading.view().timestamp()
        || !block.validity.isOpen()
        || !reaches(block, at)
        || !isUsable(block, at)) {
      return null;
    }
    BlockMemory memory = retain(block);
    if (memory == null) {
      return null;
    }
    try {
      CachedRows rows = ensureColumns(block, memory) ? rowsOf(block, memory, at, bound) : null;
      if (rows == null) {
        memory.release();
      }
      return rows;
    } catch (RuntimeException | Error e) {
      memory.release();
      throw e;
    }
  }

  /**
   * Returns the memory of a block, it or its columns read from the segment if necessary; null if it
   * has none.
   */
  private @Nullable BlockMemory retain(CachedBlock block) {
    List<Column> projected = scan.columns().projected();
    BlockMemory memory = block.retainMemory();
    if (!loads || (memory != null && memory == usedMemory)) {
      return memory;
    }
    if (memory == null) {
      return segments.read(block, projected);
    }
    return hasColumns(block, memory) ? memory : segments.complete(block, memory, projected);
  }

  private boolean hasColumns(CachedBlock block, BlockMemory memory) {
    return block.rowCount() == 0
        || memory.columns().keySet().containsAll(scan.columns().projected());
  }

  /**
   * Returns whether an open block reaches to the position. Its end is final only now: if the block
   * was found while it was being loaded, its end was a larger one.
   */
  private boolean reaches(CachedBlock block, Key at) {
    int order = at.compareTo(block.end());
    return isReverse ? order <= 0 : order < 0;
  }

  /** Returns the end of the rows that have to be read from the store if the block is not used. */
  private Key endOfGap(CachedBlock block, Key at, Key bound) {
    Key end = block.end();
    return at.compareTo(end) < 0 ? Key.min(end, bound) : cache.directory().nextStart(at, bound);
  }

  /**
   * Discards the block if it is at the position and no longer worth its changes; returns whether it
   * is.
   */
  private boolean isUsable(CachedBlock block, Key at) {
    if (!loads || isReverse || !block.isWorn() || !at.equals(block.start())) {
      return true;
    }
    cache.directory().discard(block);
    wasDiscarded = true;
    return false;
  }

  /** Ensures that the block has all columns, loading missing ones; returns false if it cannot. */
  private boolean ensureColumns(CachedBlock block, BlockMemory memory) {
    if (memory == usedMemory) {
      return true;
    }
    if (hasColumns(block, memory)) {
      return true;
    }
    if (!loads) {
      return false;
    }
    List<Column> projected = scan.columns().projected();
    boolean isPassing = !cache.ensureCapacity(loadBytes);
    if (isPassing
        && (block.onDisk().isPending() || !BlockImage.canHave(projected) || !hasRoomForPassing())) {
      return false;
    }
    if (block.changes().count() > 0) {
      cache.directory().discard(block); // its rows have other positions in the store by now
      wasDiscarded = true;
      return false;
    }
    try {
      BlockColumns added = decoderOf(columnsToAdd(block, memory, isPassing)).decodeColumns(block);
      if (added == null) {
        return false;
      }
      memory.addColumns(added);
      cache.countLoad();
      if (isPassing && block.has(memory)) {
        cache.passing(block, added.bytes(), true);
      } else if (isPassing && block.attach(memory)) {
        cache.passing(block, memory.bytes(), false);
      } // else another reader has added the columns
      return true;
    } catch (ColonnadeException e) {
      if (isPassing && addsAll && e.code() == ErrorCode.MEMORY_LIMIT) {
        addsAll = false; // all columns of a wide table may need too much memory
      } else {
        stopLoading(e);
      }
      return false;
    }
  }

  /**
   * Returns the ids of the columns to be decoded for a block that lacks one: reading its rows once
   * more costs more than decoding, so all that are left while the cache has much space, or if the
   * block goes to a segment.
   */
  private List<Integer> columnsToAdd(CachedBlock block, BlockMemory memory, boolean isPassing) {
    List<Column> projected = scan.columns().projected();
    List<Column> all = scan.target().schema().columns();
    Segment segment = block.segment();
    Set<Column> stored =
        isPassing && segment != null ? BlockImage.parts(segment, all).keySet() : Set.of();
    List<Integer> ids = new ArrayList<>();
    boolean addsMore = isPassing ? addsAll : cache.hasSpareSpace();
    for (Column column : addsMore ? all : projected) {
      if (!memory.columns().containsKey(column)
          && (projected.contains(column) || !stored.contains(column))) {
        ids.add(column.id());
      }
    }
    return ids;
  }

  private ColumnDecoder decoderOf(List<Integer> columnIds) {
    ColumnDecoder present = missing;
    if (present != null && present.reads(columnIds)) {
      return present;
    }
    if (present != null) {
      present.close();
    }
    ReadColumns columns = new ReadColumns(scan.target().schema(), columnIds, List.of());
    ColumnDecoder fresh = new ColumnDecoder(scan, reading, columns);
    missing = fresh;
    return fresh;
  }

  /**
   * Disables loading after MEMORY_LIMIT, so that the store is read from now on; rethrows other
   * errors.
   */
  private void stopLoading(ColonnadeException e) {
    if (e.code() != ErrorCode.MEMORY_LIMIT) {
      throw e;
    }
    mayLoad = false;
  }

  private @Nullable CachedRows load(Key at, Key end, boolean isReload) {
    boolean isPassing = !cache.ensureCapacity(loadBytes);
    if (isPassing && !hasRoomForPassing()) {
      mayLoad = mayLoad && cache.hasSegments();
      return null;
    }
    CachedBlock block = cache.directory().register(at, end, reading.view().timestamp());
    if (block == null) {
      return null;
    }
    try {
      return load(block, isPassing, isReload);
    } catch (ColonnadeException e) {
      cache.directory().abandon(block);
      stopLoading(e);
      return null;
    } catch (RuntimeException | Error e) {
      cache.directory().abandon(block);
      throw e;
    }
  }

  /**
   * Returns whether a block may be loaded only to be written to a segment. Waits a moment for the
   * writer, but not at each block if the writer is too slow.
   */
  private boolean hasRoomForPassing() {
    if (cache.hasRoomForPassing(loadBytes)) {
      return true;
    }
    if (missesUntilWait > 0) {
      missesUntilWait--;
      return false;
    }
    boolean hasRoom = cache.awaitRoomForPassing(loadBytes);
    missesUntilWait = hasRoom ? 0 : MISSES_PER_WAIT;
    return hasRoom;
  }

  private @Nullable CachedRows load(CachedBlock block, boolean isPassing, boolean isReload) {
    ColumnDecoder decoder = all;
    if (decoder == null) {
      decoder = new ColumnDecoder(scan, reading, scan.columns());
      all = decoder;
    }
    RowIndexBuilder rows = index;
    if (rows == null) {
      rows = new RowIndexBuilder(scan.target().schema().hasFamilyByte());
      index = rows; // most readers load nothing, and its arrays are large
    }
    ColumnDecoder.Decoded read =
        decoder.decodeBlock(new KeySpan(block.start(), block.end()), rows, isReload);
    if (read == null) {
      cache.directory().abandon(block);
      countWasted();
      return null;
    }
    cache.countLoad();
    loadBytes = 2 * read.columns().bytes() + read.index().bytes();
    BlockMemory memory = new BlockMemory(read.index(), read.columns());
    boolean retained = memory.tryRetain();
    assert retained : "the loader has a reference to its memory";
    block.load(memory);
    block.usedBy(scan.terms().number());
    Key blockEnd = read.end();
    boolean isWorthIt = read.isPure() && isLargeEnough(read.index().rowCount());
    if (isWorthIt && cache.directory().open(block, blockEnd, isPassing)) {
      wasted = 0;
      if (isPassing) {
        cache.passing(block, memory.bytes(), false);
      }
    } else {
      cache.directory().abandon(block);
      wasted += read.isPure() ? 0 : 1;
      mayLoad = mayLoad && wasted < WASTED_MAX;
    }
    int rowCount = read.index().rowCount();
    BlockPart.Charge all = BlockPart.Charge.before(read.index(), rowCount);
    BlockPart part = new BlockPart(0, rowCount, blockEnd, BlockPart.Charge.NONE, all);
    return new CachedRows(memory, vectors(memory), scan.schema(), part, false);
  }

  private boolean isLargeEnough(int rowCount) {
    return rowCount >= cache.options().blockRowsMin();
  }

  private void countWasted() {
    wasted++;
    mayLoad = mayLoad && wasted < WASTED_MAX;
  }

  /** Returns rows of a block; null if rows have to be read from the store first. */
  private @Nullable CachedRows rowsOf(CachedBlock block, BlockMemory memory, Key at, Key bound) {
    ChangedKeys changes = block.changes();
    BlockPart.Lookup lookup =
        isReverse
            ? BlockPart.reverse(block, memory.index(), at, bound)
            : BlockPart.forward(block, memory.index(), at, bound);
    block.usedBy(scan.terms().number());
    storeBound = lookup.storeBound();
    BlockPart part = lookup.part();
    if (part != null) {
      return new CachedRows(memory, vectors(memory), scan.schema(), part, isReverse);
    }
    if (changes.count() > 0) {
      block.countDeltaRead();
    }
    return null;
  }

  /**
   * Returns the columns of retained memory that has all of them. They are found once for
   * consecutive parts of a block: lookups read one row after the other.
   */
  private ColumnVector[] vectors(BlockMemory memory) {
    if (memory == usedMemory) {
      return usedVectors;
    }
    List<Column> projected = scan.columns().projected();
    ColumnVector[] vectors = new ColumnVector[projected.size()];
    Map<Column, ColumnVector> columns = memory.columns();
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = columns.getOrDefault(projected.get(i), NO_ROWS);
    }
    usedMemory = memory;
    usedVectors = vectors;
    return vectors;
  }

  /** Frees the reader's decoders. Idempotent. */
  @Override
  public void close() {
    segments.close();
    if (all != null) {
      all.close();
      all = null;
    }
    if (missing != null) {
      missing.close();
      missing = null;
    }
  }
}
