package dev.colonnade.sql.copy;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Rows that are copied in together: the one parameter of a COPY FROM. One thread.
 *
 * <p>A statement may go over them again when its transaction had to begin anew.
 */
public final class CopyBatch {
  /** Where it is not one value alone that is wrong. */
  public static final int NO_COLUMN = -1;

  private final CopiedRows rows;
  private int position;
  private int wrongColumn = NO_COLUMN;

  public CopyBatch(CopiedRows rows) {
    this.rows = requireNonNull(rows, "rows is null");
  }

  public int size() {
    return rows.size();
  }

  /** All of them. */
  public CopiedRows rows() {
    return rows;
  }

  /** The row at an index, which is what is worked on from now on. */
  public @Nullable Object[] row(int index) {
    position = index;
    return rows.row(index);
  }

  /** The row at an index is worked on from now on. */
  public void workOn(int index) {
    position = index;
  }

  /** It is the value of this column that is wrong, in the row that is worked on. */
  public void blame(int column) {
    wrongColumn = column;
  }

  /** The index of the column whose value is wrong; {@link #NO_COLUMN} if it is none alone. */
  public int wrongColumn() {
    return wrongColumn;
  }

  /** Every row was written: what is wrong from now on is not one of them alone. */
  public void allRead() {
    position = rows.size();
  }

  /** The index of the row that was worked on last: the one that is wrong, if one is. */
  public int position() {
    return position;
  }
}
