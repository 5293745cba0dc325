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

  /** Returns whether a value of the current row is NULL. */
  public boolean isNull(int column) {
    return columns[column].isNull(row);
  }

  /** Returns a BOOLEAN of the current row. */
  public boolean booleanAt(int column) {
    return columns[column].booleanAt(row);
  }

  /** Returns a SMALLINT of the current row. */
  public short shortAt(int column) {
    return columns[column].shortAt(row);
  }

  /** Returns an INTEGER of the current row. */
  public int intAt(int column) {
    return columns[column].intAt(row);
  }

  /** Returns a BIGINT of the current row. */
  public long longAt(int column) {
    return columns[column].longAt(row);
  }

  /** Returns a REAL of the current row. */
  public float floatAt(int column) {
    return columns[column].floatAt(row);
  }

  /** Returns a DOUBLE PRECISION of the current row. */
  public double doubleAt(int column) {
    return columns[column].doubleAt(row);
  }

  /** Returns the upper 64 bits of the unscaled value of a NUMERIC of the current row. */
  public long unscaledHighAt(int column) {
    return columns[column].unscaledHighAt(row);
  }

  /** Returns the lower 64 bits of the unscaled value of a NUMERIC of the current row. */
  public long unscaledLowAt(int column) {
    return columns[column].unscaledLowAt(row);
  }

  /** Returns whether a NUMERIC is NaN; false for NULL. */
  public boolean isNaNAt(int column) {
    return columns[column].isNaNAt(row);
  }

  /** Returns a NUMERIC of the current row. */
  public BigDecimal decimalAt(int column) {
    return columns[column].decimalAt(row);
  }

  /** Returns a UUID of the current row. */
  public UUID uuidAt(int column) {
    return columns[column].uuidAt(row);
  }

  /** Returns the position of an enum label of the current row in its type. */
  public int ordinalAt(int column) {
    return columns[column].ordinalAt(row);
  }

  /** Returns a text of the current row. */
  public String textAt(int column) {
    return columns[column].textAt(row);
  }

  /** Returns a copy of a BYTEA of the current row. */
  public byte[] bytesAt(int column) {
    return columns[column].bytesAt(row);
  }

  /** Returns a value of the current row as the Java object that the JDBC driver returns. */
  public @Nullable Object objectAt(int column) {
    return columns[column].objectAt(row);
  }

  /** Returns the number of bytes of a BYTEA or text of the current row. */
  public int byteLengthAt(int column) {
    return columns[column].byteLengthAt(row);
  }

  /** Copies the bytes of a BYTEA or text of the current row. */
  public void copyBytesAt(int column, byte[] target, int targetOffset) {
    columns[column].copyBytesAt(row, target, targetOffset);
  }
}
