package dev.colonnade.scan.cache.block;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.column.BlockColumns;
import dev.colonnade.scan.column.ColumnVector;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Rows of a block in memory, with some of their columns. A column is identified by everything that
 * determines its bytes: id, type with an enum's labels, default. So a schema change needs no
 * invalidation.
 *
 * <p>The memory is reference-counted: it starts with one reference, every reader adds one, and the
 * last release frees it. Thread-safe; columns are only added, never removed.
 */
public final class BlockMemory {
  private final RowIndex index;
  private final AtomicInteger references = new AtomicInteger(1);
  private volatile Map<Column, ColumnVector> columns;

  /** Guarded by the monitor. */
  private final List<BlockColumns> batches = new ArrayList<>();

  /** Creates the memory of rows, which owns that of their index and columns. */
  public BlockMemory(RowIndex index, BlockColumns columns) {
    this.index = requireNonNull(index, "index is null");
    this.columns = Map.copyOf(columns.vectors());
    batches.add(columns);
  }

  public RowIndex index() {
    return index;
  }

  /** Returns the columns; their addresses are valid while the memory is retained. */
  public Map<Column, ColumnVector> columns() {
    return columns;
  }

  /** Returns the bytes of the rows and their columns. */
  public synchronized long bytes() {
    return index.bytes() + batches.stream().mapToLong(BlockColumns::bytes).sum();
  }

  /** Adds further columns of the same rows, whose memory belongs to this one from now on. */
  public synchronized void addColumns(BlockColumns added) {
    Map<Column, ColumnVector> all = new HashMap<>(columns);
    added.vectors().forEach(all::putIfAbsent);
    batches.add(added);
    columns = all;
  }

  /**
   * Adds a reference, to be {@linkplain #release released}; returns false if the memory is freed
   * already.
   */
  public boolean tryRetain() {
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

  /** Removes a reference. */
  public void release() {
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
    index.close();
  }
}
