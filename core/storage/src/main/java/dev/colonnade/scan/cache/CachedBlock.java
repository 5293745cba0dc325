package dev.colonnade.scan.cache;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.scan.column.BlockColumns;
import dev.colonnade.scan.column.ColumnVector;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Cached block: consecutive rows with their keys and some of their columns. A column is identified
 * by everything that determines its bytes: id, type with an enum's labels, default. So a schema
 * change needs no invalidation.
 *
 * <p>The memory is reference-counted: the directory has the first reference, every reader adds one,
 * and the last release frees it. Thread-safe; columns are only added, never removed.
 */
final class CachedBlock {
  /** Fewest changed keys that a block tolerates. */
  private static final int CHANGES_MIN = 2;

  /** Rows of a block for each changed key that it tolerates. */
  private static final int ROWS_PER_CHANGE = 128;

  /** Rows that are loaded in the time of one read of changed keys. */
  private static final int ROWS_PER_DELTA_READ = 32;

  final BlockValidity validity;

  /** Read timestamp of the load. */
  final long readTimestamp;

  private final AtomicInteger references = new AtomicInteger(1);
  private volatile @Nullable RowIndex index;
  private volatile Map<Column, ColumnVector> columns = Map.of();

  /** Keys that were changed since the block was opened. Written by the leader only. */
  private volatile ChangedKeys changes = ChangedKeys.NONE;

  /** Reads of changed keys from the store. Of concurrent updates some may be lost. */
  private volatile int deltaReads;

  /** Number of the scan that used the block last. */
  private volatile long lastScan;

  /** Guarded by the monitor. */
  private final List<BlockColumns> batches = new ArrayList<>();

  CachedBlock(Key start, Key limit, long readTimestamp) {
    this.validity = new BlockValidity(start, limit);
    this.readTimestamp = readTimestamp;
  }

  Key start() {
    return validity.start();
  }

  Key end() {
    return validity.end();
  }

  /** Returns the index of the rows; the block must be loaded. */
  RowIndex index() {
    return requireNonNull(index, "block is not loaded");
  }

  /** Adds the loaded rows, whose memory the block owns from now on. */
  void load(RowIndex rows, BlockColumns loaded) {
    index = rows;
    addColumns(loaded);
  }

  /** Adds further columns of the same rows, whose memory the block owns from now on. */
  synchronized void addColumns(BlockColumns added) {
    Map<Column, ColumnVector> all = new HashMap<>(columns);
    added.vectors().forEach(all::putIfAbsent);
    batches.add(added);
    columns = all;
  }

  Map<Column, ColumnVector> columns() {
    return columns;
  }

  /**
   * Returns the keys whose rows have to be read from the store. To be called after the read
   * timestamp is pinned and the block was found open.
   */
  ChangedKeys changes() {
    return changes;
  }

  /**
   * Reports a changed key at or above the block's start: the block remains valid for all other keys
   * if it is open and only few keys are changed. Called by the leader.
   *
   * @return whether this call has invalidated the block
   */
  boolean changed(Key key) {
    if (validity.isOpen()) {
      if (key.compareTo(end()) >= 0) {
        return false;
      }
      RowIndex rows = index();
      ChangedKeys more = changes.with(key);
      if (!rows.hasFamilies() && more.count() <= changesMax(rows.rowCount())) {
        changes = more;
        return false;
      }
    }
    return validity.changed(key);
  }

  private static int changesMax(int rowCount) {
    return Math.max(CHANGES_MIN, rowCount / ROWS_PER_CHANGE);
  }

  /** Records that a scan has read changed keys from the store. */
  void countDeltaRead() {
    int reads = deltaReads + 1;
    deltaReads = reads;
  }

  /** Returns whether reads of changed keys have cost about as much as loading the block. */
  boolean isWorn() {
    return deltaReads > Math.max(CHANGES_MIN, index().rowCount() / ROWS_PER_DELTA_READ);
  }

  void usedBy(long scan) {
    if (lastScan < scan) {
      lastScan = scan; // of two concurrent updates either may be lost
    }
  }

  long lastScan() {
    return lastScan;
  }

  /**
   * Adds a reference, to be {@linkplain #release released}; returns false if the memory is freed
   * already.
   */
  boolean tryRetain() {
    int before = references.get();
    while (before > 0) {
      int seen = references.compareAndExchange(before, before + 1);
      if (seen == before) {
        return true;
      }
      before = seen;
    }
    return false;
  }

  void release() {
    int left = references.decrementAndGet();
    assert left >= 0 : "released more often than retained";
    if (left == 0) {
      free();
    }
  }

  private synchronized void free() {
    columns = Map.of();
    batches.forEach(BlockColumns::close);
    batches.clear();
    RowIndex rows = index;
    if (rows != null) {
      rows.close();
    }
  }
}
