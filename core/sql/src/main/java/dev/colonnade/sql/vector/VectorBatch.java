package dev.colonnade.sql.vector;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rows as vectors, all of the same number of rows. A batch that {@link #gather} returns has a
 * selection vector over another batch: a column is copied when it is first read, so that columns
 * that nobody reads are never copied. One thread.
 */
public final class VectorBatch {
  /** Approximate number of rows of a batch. */
  public static final int ROWS = 4096;

  private final int rowCount;
  private final @Nullable Vector[] columns;

  /** Batch that the selection refers to; null for a batch without a selection. */
  private final @Nullable VectorBatch base;

  private final int[] selection;

  public VectorBatch(int rowCount, Vector... columns) {
    this.rowCount = rowCount;
    this.columns = columns;
    this.base = null;
    this.selection = new int[0];
  }

  private VectorBatch(VectorBatch base, int[] selection, int rowCount) {
    this.rowCount = rowCount;
    this.columns = new @Nullable Vector[base.columns.length];
    this.base = base;
    this.selection = selection;
  }

  public int rowCount() {
    return rowCount;
  }

  public int width() {
    return columns.length;
  }

  public Vector column(int index) {
    Vector known = columns[index];
    if (known != null) {
      return known;
    }
    Vector gathered =
        requireNonNull(base, "base is null").column(index).gather(selection, rowCount);
    columns[index] = gathered;
    return gathered;
  }

  /** Returns these rows of the batch, {@link Vector#NO_ROW} for a row of NULLs. */
  public VectorBatch gather(int[] rows, int count) {
    if (base == null) {
      return new VectorBatch(this, Arrays.copyOf(rows, count), count);
    }
    int[] composed = new int[count];
    for (int i = 0; i < count; i++) {
      composed[i] = rows[i] == Vector.NO_ROW ? Vector.NO_ROW : selection[rows[i]];
    }
    return new VectorBatch(base, composed, count);
  }

  /** Returns the rows from {@code from} to before {@code to}. */
  public VectorBatch slice(int from, int to) {
    if (from == 0 && to == rowCount) {
      return this;
    }
    int[] rows = new int[to - from];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = from + i;
    }
    return gather(rows, rows.length);
  }

  /** Returns the approximate memory of the columns in bytes. */
  public long memoryBytes() {
    long bytes = 0;
    for (int i = 0; i < columns.length; i++) {
      bytes += column(i).memoryBytes();
    }
    return bytes;
  }
}
