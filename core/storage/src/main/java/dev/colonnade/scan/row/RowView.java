package dev.colonnade.scan.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.type.row.RowAccessor;
import dev.colonnade.type.row.RowFormat;

/**
 * The row that is being looked at, decoded where it lies: one {@link RowAccessor} for each part of
 * {@link ReadColumns}. The same objects serve all rows of a scan; nothing is allocated for a row.
 * Not safe for use by several threads.
 */
public final class RowView {
  private final ReadColumns columns;
  private final RowAccessor[] parts;
  private final int[][] projectedNumbers;

  /** A view of rows of {@code format}, of which {@code columns} are read. */
  public RowView(RowFormat format, ReadColumns columns) {
    requireNonNull(format, "format is null");
    this.columns = requireNonNull(columns, "columns is null");
    this.parts = new RowAccessor[columns.partCount()];
    this.projectedNumbers = new int[parts.length][];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = new RowAccessor(format, columns.familyId(i), columns.columnsOf(i));
      projectedNumbers[i] = columns.projectedNumbersOf(i);
    }
  }

  public ReadColumns columns() {
    return columns;
  }

  /** Turns to the row's key; needed only where a column of the key is looked at. */
  public void showKey(long address, int length) {
    parts[0].positionKey(address, length);
  }

  /** Turns to the row's value of a part. STORE_CORRUPT if it cannot be one. */
  public void showValue(int part, long address, int length) {
    parts[part].positionValue(address, length);
  }

  /** Says that the row has no value for a part. */
  public void showNothing(int part) {
    parts[part].positionAbsentValue();
  }

  public int partCount() {
    return parts.length;
  }

  /** Reads the columns of a part by their {@linkplain ReadColumns#place places}. */
  public RowAccessor part(int part) {
    return parts[part];
  }

  /** By place, the numbers of the projection's columns in a part; not to be changed. */
  public int[] projectedNumbers(int part) {
    return projectedNumbers[part];
  }
}
