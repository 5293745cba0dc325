package dev.colonnade.sql.copy;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are copied in together: the one parameter of a COPY FROM. One thread.
 *
 * <p>A statement may go over them again when its transaction had to begin anew.
 */
public final class CopyBatch {
  private final List<@Nullable Object[]> rows;
  private int position;

  /**
   * A batch.
   *
   * @param rows values in the order of the columns: of the Java class of their type, or text that
   *     is read as the type
   */
  public CopyBatch(List<@Nullable Object[]> rows) {
    this.rows = List.copyOf(rows);
  }

  public int size() {
    return rows.size();
  }

  /** The row at an index, which is what is worked on from now on. */
  public @Nullable Object[] row(int index) {
    position = index;
    return rows.get(index);
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
