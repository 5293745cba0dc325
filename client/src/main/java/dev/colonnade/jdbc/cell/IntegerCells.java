package dev.colonnade.jdbc.cell;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.sql.SqlTypeInfo;

/** Whole numbers. */
public final class IntegerCells extends ReaderCells {
  private final long[] values;

  IntegerCells(SqlTypeInfo type, ColumnReader reader, int rowCount) {
    super(type, reader);
    values = new long[rowCount];
    reader.copyLongs(0, rowCount, values, 0);
  }

  /** A value that is not NULL. */
  public long longAt(int row) {
    return values[row];
  }
}
