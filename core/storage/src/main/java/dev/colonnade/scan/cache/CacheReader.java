package dev.colonnade.scan.cache;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.column.BlockColumns;
import dev.colonnade.scan.column.ColumnVector;
import dev.colonnade.scan.row.ReadColumns;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  private final RowIndexBuilder index;
  private @Nullable ColumnDecoder all;
  private @Nullable ColumnDecoder missing;
  private boolean mayLoad;
  private int wasted;

  /** Bytes of the last load: the estimate for the next one. */
  private long loadBytes;

  public CacheReader(CachedScan scan, CachedScan.Reading reading) {
    this.scan = scan;
    this.reading = reading;
    this.cache = scan.cache();
    this.index = new RowIndexBuilder(scan.target().schema().hasFamilyByte());
    this.mayLoad = scan.terms().mayLoad();
    ColumnCacheOptions options = cache.options();
    this.loadBytes = Math.min(options.blockBytesMax(), options.bytesMax() / FIRST_LOAD_PART);
  }

  /**
   * Returns the rows of a block from {@code at} on, up to {@code end} at most, which the caller
   * closes; null if they have to be read from the store.
   */
  public @Nullable CachedRows rows(Key at, Key end) {
    CachedBlock block = cache.directory().find(at);
    CachedRows found = block == null ? null : use(block, at, end);
    if (found != null) {
      cache.countHit();
      return found;
    }
    cache.countMiss();
    return block == null && mayLoad ? load(at, end) : null;
  }

  /** Returns the most rows of a block. */
  public int blockRowsMax() {
    return cache.options().blockRowsMax();
  }

  /** Returns whether {@link #rows} would find a block at a key. */
  public boolean holds(Key at) {
    return cache.holds(at, reading.view().timestamp(), scan.columns().projected());
  }

  /**
   * Returns the key up to which rows have to be read from the store, before the next call of {@link
   * #rows}.
   */
  public Key nextBlockStart(Key at, Key end) {
    CachedBlock block = cache.directory().find(at);
    return block == null ? cache.directory().nextStart(at, end) : Key.min(block.end(), end);
  }

  private @Nullable CachedRows use(CachedBlock block, Key at, Key end) {
    if (block.readTimestamp > reading.view().timestamp()
        || !block.validity.isOpen()
        || !block.tryRetain()) {
      return null;
    }
    try {
      CachedRows rows = ensureColumns(block) ? rowsOf(block, at, end) : null;
      if (rows == null) {
        block.release();
      }
      return rows;
    } catch (RuntimeException | Error e) {
      block.release();
      throw e;
    }
  }

  /** Ensures that the block has all columns, loading missing ones; returns false if it cannot. */
  private boolean ensureColumns(CachedBlock block) {
    List<Integer> lacking = new ArrayList<>();
    for (Column column : scan.columns().projected()) {
      if (block.index().rowCount() > 0 && !block.columns().containsKey(column)) {
        lacking.add(column.id());
      }
    }
    if (lacking.isEmpty()) {
      return true;
    }
    if (!mayLoad || !cache.ensureCapacity(loadBytes)) {
      return false;
    }
    try {
      BlockColumns added = decoderOf(lacking).decodeColumns(block);
      if (added == null) {
        return false;
      }
      block.addColumns(added);
      cache.countLoad();
      return true;
    } catch (ColonnadeException e) {
      stopLoading(e);
      return false;
    }
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

  private @Nullable CachedRows load(Key at, Key end) {
    if (!cache.ensureCapacity(loadBytes)) {
      mayLoad = false;
      return null;
    }
    CachedBlock block = cache.directory().register(at, end, reading.view().timestamp());
    if (block == null) {
      return null;
    }
    try {
      return load(block);
    } catch (ColonnadeException e) {
      cache.directory().abandon(block);
      stopLoading(e);
      return null;
    } catch (RuntimeException | Error e) {
      cache.directory().abandon(block);
      throw e;
    }
  }

  private @Nullable CachedRows load(CachedBlock block) {
    ColumnDecoder decoder = all;
    if (decoder == null) {
      decoder = new ColumnDecoder(scan, reading, scan.columns());
      all = decoder;
    }
    ColumnDecoder.Decoded read =
        decoder.decodeBlock(new KeySpan(block.start(), block.end()), index);
    if (read == null) {
      cache.directory().abandon(block);
      countWasted();
      return null;
    }
    cache.countLoad();
    loadBytes = 2 * read.columns().bytes() + read.index().bytes();
    block.load(read.index(), read.columns());
    block.usedBy(scan.terms().number());
    boolean retained = block.tryRetain();
    assert retained : "the loader has a reference to its block";
    Key blockEnd = read.end();
    boolean isWorthIt = read.isPure() && isLargeEnough(read.index().rowCount());
    if (isWorthIt && cache.directory().open(block, blockEnd)) {
      wasted = 0;
    } else {
      cache.directory().abandon(block);
      wasted += read.isPure() ? 0 : 1;
      mayLoad = mayLoad && wasted < WASTED_MAX;
    }
    int rowCount = read.index().rowCount();
    return new CachedRows(
        block, vectors(block), scan.schema(), new CachedRows.Part(0, rowCount, blockEnd, true));
  }

  private boolean isLargeEnough(int rowCount) {
    return rowCount >= cache.options().blockRowsMin();
  }

  private void countWasted() {
    wasted++;
    mayLoad = mayLoad && wasted < WASTED_MAX;
  }

  /**
   * Returns the rows of a block between two keys; null if the exact charge for them is not known.
   */
  private @Nullable CachedRows rowsOf(CachedBlock block, Key at, Key end) {
    RowIndex rows = block.index();
    boolean fromStart = at.equals(block.start());
    int first = fromStart ? 0 : rows.firstAtOrAbove(at);
    if (!fromStart && rows.hasGapBefore(first) && !rows.beginsAt(first, at)) {
      return null;
    }
    Key blockEnd = block.end();
    boolean toEnd = blockEnd.compareTo(end) <= 0;
    int last = toEnd ? rows.rowCount() : rows.firstAtOrAbove(end);
    if (!toEnd && rows.hasGapBefore(last) && !rows.beginsAt(last, end)) {
      return null;
    }
    block.usedBy(scan.terms().number());
    Key endKey = toEnd ? blockEnd : end;
    return new CachedRows(
        block, vectors(block), scan.schema(), new CachedRows.Part(first, last, endKey, fromStart));
  }

  private ColumnVector[] vectors(CachedBlock block) {
    List<Column> projected = scan.columns().projected();
    ColumnVector[] vectors = new ColumnVector[projected.size()];
    Map<Column, ColumnVector> columns = block.columns();
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = columns.getOrDefault(projected.get(i), NO_ROWS);
    }
    return vectors;
  }

  /** Frees the reader's decoders. Idempotent. */
  @Override
  public void close() {
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
