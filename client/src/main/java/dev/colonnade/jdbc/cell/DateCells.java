package dev.colonnade.jdbc.cell;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.sql.SqlTypeInfo;

/** Column of DATE values. */
public final class DateCells extends ReaderCells {
  private final int[] values;

  DateCells(SqlTypeInfo type, ColumnReader reader, int rowCount) {
    super(type, reader);
    values = new int[rowCount];
    reader.copyInts(0, rowCount, values, 0);
  }

  /** Returns the days from 1970-01-01 to the value of a row that is not NULL. */
  public int dayAt(int row) {
    return values[row];
  }
}
