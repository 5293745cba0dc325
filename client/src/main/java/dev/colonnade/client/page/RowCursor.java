package dev.colonnade.client.page;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Cursor over the rows of a page. Columns are identified by their position or by their name, which
 * takes the lookup in a hash table more; an unknown name is a {@link NoSuchElementException}. The
 * accessors are those of {@link ColumnReader}. Valid until the page is closed, and not thread-safe.
 */
public final class RowCursor {
  private final ColumnReader[] columns;
  private final int rowCount;

  /** Positions by name; null until a name is used. */
  private @Nullable Map<String, Integer> positions;

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

  /**
   * Returns the position of the column of a name; of several the first.
   *
   * @throws NoSuchElementException if there is none
   */
  public int columnIndex(String name) {
    Map<String, Integer> known = positions;
    if (known == null) {
      known = new HashMap<>();
      for (int i = 0; i < columns.length; i++) {
        known.putIfAbsent(columns[i].column().name(), i);
      }
      positions = known;
    }
    Integer position = known.get(name);
    if (position == null) {
      throw new NoSuchElementException("result has no such column: column=" + name);
    }
    return position;
  }

  /** Returns whether a value of the current row is NULL. */
  public boolean isNull(int column) {
    return columns[column].isNull(row);
  }

  /** Variant of {@link #isNull(int)} by the name of the column. */
  public boolean isNull(String column) {
    return isNull(columnIndex(column));
  }

  /** Returns a BOOLEAN of the current row. */
  public boolean booleanAt(int column) {
    return columns[column].booleanAt(row);
  }

  /** Variant of {@link #booleanAt(int)} by the name of the column. */
  public boolean booleanAt(String column) {
    return booleanAt(columnIndex(column));
  }

  /** Returns a SMALLINT of the current row. */
  public short shortAt(int column) {
    return columns[column].shortAt(row);
  }

  /** Variant of {@link #shortAt(int)} by the name of the column. */
  public short shortAt(String column) {
    return shortAt(columnIndex(column));
  }

  /** Returns an INTEGER of the current row. */
  public int intAt(int column) {
    return columns[column].intAt(row);
  }

  /** Variant of {@link #intAt(int)} by the name of the column. */
  public int intAt(String column) {
    return intAt(columnIndex(column));
  }

  /** Returns a BIGINT of the current row. */
  public long longAt(int column) {
    return columns[column].longAt(row);
  }

  /** Variant of {@link #longAt(int)} by the name of the column. */
  public long longAt(String column) {
    return longAt(columnIndex(column));
  }

  /** Returns a REAL of the current row. */
  public float floatAt(int column) {
    return columns[column].floatAt(row);
  }

  /** Variant of {@link #floatAt(int)} by the name of the column. */
  public float floatAt(String column) {
    return floatAt(columnIndex(column));
  }

  /** Returns a DOUBLE PRECISION of the current row. */
  public double doubleAt(int column) {
    return columns[column].doubleAt(row);
  }

  /** Variant of {@link #doubleAt(int)} by the name of the column. */
  public double doubleAt(String column) {
    return doubleAt(columnIndex(column));
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

  /** Variant of {@link #isNaNAt(int)} by the name of the column. */
  public boolean isNaNAt(String column) {
    return isNaNAt(columnIndex(column));
  }

  /** Returns a NUMERIC of the current row. */
  public BigDecimal decimalAt(int column) {
    return columns[column].decimalAt(row);
  }

  /** Variant of {@link #decimalAt(int)} by the name of the column. */
  public BigDecimal decimalAt(String column) {
    return decimalAt(columnIndex(column));
  }

  /** Returns a UUID of the current row. */
  public UUID uuidAt(int column) {
    return columns[column].uuidAt(row);
  }

  /** Variant of {@link #uuidAt(int)} by the name of the column. */
  public UUID uuidAt(String column) {
    return uuidAt(columnIndex(column));
  }

  /** Returns the position of an enum label of the current row in its type. */
  public int ordinalAt(int column) {
    return columns[column].ordinalAt(row);
  }

  /** Returns a text of the current row. */
  public String textAt(int column) {
    return columns[column].textAt(row);
  }

  /** Variant of {@link #textAt(int)} by the name of the column. */
  public String textAt(String column) {
    return textAt(columnIndex(column));
  }

  /** Returns a copy of a BYTEA of the current row. */
  public byte[] bytesAt(int column) {
    return columns[column].bytesAt(row);
  }

  /** Variant of {@link #bytesAt(int)} by the name of the column. */
  public byte[] bytesAt(String column) {
    return bytesAt(columnIndex(column));
  }

  /** Returns a value of the current row as the Java object that the JDBC driver returns. */
  public @Nullable Object objectAt(int column) {
    return columns[column].objectAt(row);
  }

  /** Variant of {@link #objectAt(int)} by the name of the column. */
  public @Nullable Object objectAt(String column) {
    return objectAt(columnIndex(column));
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
