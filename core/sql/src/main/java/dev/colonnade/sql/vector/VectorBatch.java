package dev.colonnade.sql.vector;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Rows as vectors, all of the same number of rows. A batch that {@link #gather} returns has a
 * selection vector over another batch: a column is copied when it is first read, so that columns
 * that are never read are never copied. The same is true for {@link #beside} and {@link #prefix}.
 * One thread.
 */
public final class VectorBatch {
  /** Approximate number of rows of a batch. */
  public static final int ROWS = 4096;

  private final int rowCount;
  private final @Nullable Vector[] columns;

  /** Batch that the columns are taken from; null for a batch of its own. */
  private final @Nullable VectorBatch base;

  /** Batch whose columns follow those of the base; null if there is none. */
  private final @Nullable VectorBatch following;

  /** Rows of the base; null for all of them. */
  private final int @Nullable [] selection;

  public VectorBatch(int rowCount, Vector... columns) {
    this.rowCount = rowCount;
    this.columns = columns;
    this.base = null;
    this.following = null;
    this.selection = null;
  }

  private VectorBatch(
      int rowCount,
      int width,
      VectorBatch base,
      @Nullable VectorBatch following,
      int @Nullable [] selection) {
    this.rowCount = rowCount;
    this.columns = new @Nullable Vector[width];
    this.base = base;
    this.following = following;
    this.selection = selection;
  }

  /** Returns the columns of one batch, then those of another one of the same number of rows. */
  public static VectorBatch beside(VectorBatch left, VectorBatch right) {
    if (left.rowCount != right.rowCount) {
      throw new IllegalArgumentException(
          "batches differ in rows: left=%d right=%d".formatted(left.rowCount, right.rowCount));
    }
    return new VectorBatch(left.rowCount, left.width() + right.width(), left, right, null);
  }

  public int rowCount() {
    return rowCount;
  }

  public int width() {
    return columns.length;
  }

  public Vector column(int index) {
    Vector known = columns[index];
    if (known == null) {
      known = derivedColumn(index);
      columns[index] = known;
    }
    return known;
  }

  private Vector derivedColumn(int index) {
    VectorBatch source = requireNonNull(base, "base is null");
    if (following != null && index >= source.width()) {
      return following.column(index - source.width());
    }
    Vector column = source.column(index);
    return selection == null ? column : column.gather(selection, rowCount);
  }

  /** Returns the first {@code width} columns. */
  public VectorBatch prefix(int width) {
    return width == columns.length ? this : new VectorBatch(rowCount, width, this, null, null);
  }

  /** Returns these rows of the batch, {@link Vector#NO_ROW} for a row of NULLs. */
  public VectorBatch gather(int[] rows, int count) {
    if (base == null) {
      return new VectorBatch(count, width(), this, null, Arrays.copyOf(rows, count));
    }
    if (following != null) {
      return beside(base.gather(rows, count), following.gather(rows, count));
    }
    if (selection == null) {
      return base.gather(rows, count).prefix(width());
    }
    int[] composed = new int[count];
    for (int i = 0; i < count; i++) {
      composed[i] = rows[i] == Vector.NO_ROW ? Vector.NO_ROW : selection[rows[i]];
    }
    return new VectorBatch(count, width(), base, null, composed);
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
