package dev.colonnade.sql.copy;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Batch of rows that one execution of COPY FROM inserts: its only parameter. Not thread-safe.
 *
 * <p>The statement reads the rows again when its transaction is retried.
 */
public final class CopyBatch {
  /** Absence of a single invalid value. */
  public static final int NO_COLUMN = -1;

  private final CopyRows rows;
  private int position;
  private int failedColumn = NO_COLUMN;

  public CopyBatch(CopyRows rows) {
    this.rows = requireNonNull(rows, "rows is null");
  }

  public int size() {
    return rows.size();
  }

  /** Returns all rows. */
  public CopyRows rows() {
    return rows;
  }

  /** Returns the row at an index, which becomes the current row. */
  public @Nullable Object[] row(int index) {
    position = index;
    return rows.row(index);
  }

  /** Makes the row at an index the current row. */
  public void setPosition(int index) {
    position = index;
  }

  /** Records the column whose value is invalid in the current row. */
  public void setFailedColumn(int column) {
    failedColumn = column;
  }

  /**
   * Returns the index of the column whose value is invalid; {@link #NO_COLUMN} if no single column
   * is.
   */
  public int failedColumn() {
    return failedColumn;
  }

  /** Records that all rows are written: a later error concerns no single row. */
  public void markAllRead() {
    position = rows.size();
  }

  /** Returns the index of the current row, which an error concerns. */
  public int position() {
    return position;
  }
}
