package dev.colonnade.scan.cache;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.scan.column.ColumnBatch;
import dev.colonnade.scan.column.ColumnVector;
import dev.colonnade.type.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A run of rows: their keys, and some of their columns. A column is known by all that decides about
 * its bytes: id, type with an enum's labels, default; so a change of the schema needs no notice.
 *
 * <p>The memory is counted by holders: the directory is the first, everyone who reads adds one; the
 * last to release frees it. Safe for use by many threads; columns are only ever added.
 */
final class CachedBlock {
  final BlockValidity validity;

  /** When it was loaded. */
  final long readTimestamp;

  private final AtomicInteger holders = new AtomicInteger(1);
  private volatile @Nullable RowIndex index;
  private volatile Map<Column, ColumnVector> columns = Map.of();

  /** The scan that used it last. */
  private volatile long lastScan;

  /** Guarded by the monitor. */
  private final List<ColumnBatch> batches = new ArrayList<>();

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

  /** The rows; there once the block is loaded. */
  RowIndex index() {
    return requireNonNull(index, "block is not loaded");
  }

  /** Takes over what was loaded. */
  void load(RowIndex rows, ColumnBatch batch) {
    index = rows;
    addColumns(batch);
  }

  /** Takes over further columns of the same rows. */
  synchronized void addColumns(ColumnBatch batch) {
    Map<Column, ColumnVector> all = new HashMap<>(columns);
    List<Column> added = batch.schema().columns();
    for (int i = 0; i < added.size() && batch.rowCount() > 0; i++) {
      all.putIfAbsent(added.get(i), batch.vector(i));
    }
    batches.add(batch);
    columns = all;
  }

  Map<Column, ColumnVector> columns() {
    return columns;
  }

  void usedBy(long scan) {
    if (lastScan < scan) {
      lastScan = scan; // of two at a time either may win
    }
  }

  long lastScan() {
    return lastScan;
  }

  /** Adds a holder, who must {@link #release}; false if the memory has gone. */
  boolean tryRetain() {
    int before = holders.get();
    while (before > 0) {
      int seen = holders.compareAndExchange(before, before + 1);
      if (seen == before) {
        return true;
      }
      before = seen;
    }
    return false;
  }

  void release() {
    int left = holders.decrementAndGet();
    assert left >= 0 : "released more often than retained";
    if (left == 0) {
      free();
    }
  }

  private synchronized void free() {
    columns = Map.of();
    batches.forEach(ColumnBatch::close);
    batches.clear();
    RowIndex rows = index;
    if (rows != null) {
      rows.close();
    }
  }
}
