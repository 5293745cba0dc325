package dev.colonnade.sql.expression.result;

import dev.colonnade.sql.vector.VectorBatch;

/**
 * Rows of a batch that no operand has decided yet. An operand is evaluated over {@link #batch};
 * {@link #row} maps its rows to those of the whole batch. One thread.
 */
public final class OpenRows {
  private final VectorBatch whole;
  private final int[] rows;
  private final int[] kept;
  private int count;
  private int keptCount;
  private VectorBatch batch;

  public OpenRows(VectorBatch whole) {
    this.whole = whole;
    this.batch = whole;
    this.count = whole.rowCount();
    this.rows = new int[count];
    this.kept = new int[count];
    for (int row = 0; row < count; row++) {
      rows[row] = row;
    }
  }

  /** Returns the number of open rows. */
  public int count() {
    return count;
  }

  /** Returns the open rows. */
  public VectorBatch batch() {
    return batch;
  }

  /** Returns the row in the whole batch of an open row. */
  public int row(int open) {
    return rows[open];
  }

  /** Returns whether all rows of the batch are open. */
  public boolean areAll() {
    return count == whole.rowCount();
  }

  /** Marks an open row as open after {@link #next}; in ascending order. */
  public void keep(int open) {
    kept[keptCount++] = rows[open];
  }

  /** Closes all rows that were not marked since the last call. */
  public void next() {
    if (keptCount < count) {
      System.arraycopy(kept, 0, rows, 0, keptCount);
      count = keptCount;
      batch = whole.gather(rows, count);
    }
    keptCount = 0;
  }
}
