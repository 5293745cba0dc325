package dev.colonnade.sql.copy;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Rows that are copied in together: the one parameter of a COPY FROM. One thread.
 *
 * <p>A statement may go over them again when its transaction had to begin anew.
 */
public final class CopyBatch {
  private final CopiedRows rows;
  private int position;

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

  /** Every row was written: what is wrong from now on is not one of them alone. */
  public void allRead() {
    position = rows.size();
  }

  /** The index of the row that was worked on last: the one that is wrong, if one is. */
  public int position() {
    return position;
  }
}
