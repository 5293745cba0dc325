package dev.colonnade.sql.execute.aggregate.accumulator;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.VectorBatch;

/**
 * Rows of a batch with the numbers of their groups.
 *
 * @param rows the rows that are added, {@code count} of them
 * @param groups the group of each row of the batch, by the row's number
 * @param groupCount number of groups so far
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, never compared
public record GroupedRows(VectorBatch batch, int[] rows, int count, int[] groups, int groupCount) {
  public GroupedRows {
    requireNonNull(batch, "batch is null");
  }

  /** Returns all rows of a batch. */
  public static GroupedRows all(VectorBatch batch, int[] groups, int groupCount) {
    int[] rows = new int[batch.rowCount()];
    for (int row = 0; row < rows.length; row++) {
      rows[row] = row;
    }
    return new GroupedRows(batch, rows, rows.length, groups, groupCount);
  }

  /** Returns the rows for which a column of BOOLEAN is true. */
  public GroupedRows where(int column) {
    BooleanVector selected = (BooleanVector) batch.column(column);
    int[] some = new int[count];
    int someCount = 0;
    for (int i = 0; i < count; i++) {
      if (selected.isTrue(rows[i])) {
        some[someCount++] = rows[i];
      }
    }
    return new GroupedRows(batch, some, someCount, groups, groupCount);
  }
}
