package dev.colonnade.client.page;

import java.math.BigDecimal;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Cursor over the rows of a page. Columns are identified by their position; the accessors are those
 * of {@link ColumnReader}. Valid until the page is closed, and not thread-safe.
 */
public final class RowCursor {
  private final ColumnReader[] columns;
  private final int rowCount;
  private int row = -1;

  RowCursor(ColumnReader[] columns, int rowCount) {
    this.columns = columns;
    this.rowCount = rowCount;
  }

  /** Advances to the next row. Returns false if there is none. */
  public boolean next() {
    if (row >= rowCount - 1) {
      return false;
    }
    row++;
    return true;
  }

  /** Returns the index of the current row, -1 before the first. */
  public int row() {
    return row;
  }

  public boolean isNull(int column) {
    return columns[column].isNull(row);
  }

  public boolean booleanAt(int column) {
    return columns[column].booleanAt(row);
  }

  public short shortAt(int column) {
    return columns[column].shortAt(row);
  }

  public int intAt(int column) {
    return columns[column].intAt(row);
  }

  public long longAt(int column) {
    return columns[column].longAt(row);
  }

  public float floatAt(int column) {
    return columns[column].floatAt(row);
  }

  public double doubleAt(int column) {
    return columns[column].doubleAt(row);
  }

  public long unscaledHighAt(int column) {
    return columns[column].unscaledHighAt(row);
  }

  public long unscaledLowAt(int column) {
    return columns[column].unscaledLowAt(row);
  }

  /** Returns whether a NUMERIC is NaN; false for NULL. */
  public boolean isNaNAt(int column) {
    return columns[column].isNaNAt(row);
  }

  public BigDecimal decimalAt(int column) {
    return columns[column].decimalAt(row);
  }

  public UUID uuidAt(int column) {
    return columns[column].uuidAt(row);
  }

  public int ordinalAt(int column) {
    return columns[column].ordinalAt(row);
  }

  public String textAt(int column) {
    return columns[column].textAt(row);
  }

  public byte[] bytesAt(int column) {
    return columns[column].bytesAt(row);
  }

  public @Nullable Object objectAt(int column) {
    return columns[column].objectAt(row);
  }

  public int byteLengthAt(int column) {
    return columns[column].byteLengthAt(row);
  }

  public void copyBytesAt(int column, byte[] target, int targetOffset) {
    columns[column].copyBytesAt(row, target, targetOffset);
  }
}
