package dev.colonnade.scan.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.type.row.RowAccessor;
import dev.colonnade.type.row.RowFormat;

/**
 * Flyweight view of the current row, decoded in place: one {@link RowAccessor} for each part of
 * {@link ReadColumns}. The same objects are reused for all rows of a scan; nothing is allocated per
 * row. Not thread-safe.
 */
public final class RowView {
  private final ReadColumns columns;
  private final RowAccessor[] parts;
  private final int[][] projectedNumbers;

  /** Creates a view of rows of {@code format}, of which {@code columns} are read. */
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

  /** Positions the view on the row's key; needed only if a key column is read. */
  public void positionKey(long address, int length) {
    parts[0].positionKey(address, length);
  }

  /** Positions a part on its value. Throws STORE_CORRUPT if the value is malformed. */
  public void positionValue(int part, long address, int length) {
    parts[part].positionValue(address, length);
  }

  /** Marks a part as absent from the row. */
  public void positionAbsentValue(int part) {
    parts[part].positionAbsentValue();
  }

  public int partCount() {
    return parts.length;
  }

  /**
   * Returns the accessor of a part, which reads columns by their {@linkplain ReadColumns#place
   * places}.
   */
  public RowAccessor part(int part) {
    return parts[part];
  }

  /** Returns, by place, the numbers of the projection's columns in a part; not to be modified. */
  public int[] projectedNumbers(int part) {
    return projectedNumbers[part];
  }
}
