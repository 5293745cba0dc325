package dev.colonnade.jdbc.cell;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.sql.SqlTypeInfo;

/** Column of SMALLINT, INTEGER or BIGINT values. */
public final class IntegerCells extends ReaderCells {
  private final long[] values;

  IntegerCells(SqlTypeInfo type, ColumnReader reader, int rowCount) {
    super(type, reader);
    values = new long[rowCount];
    reader.copyLongs(0, rowCount, values, 0);
  }

  /** Returns the value of a row that is not NULL. */
  public long longAt(int row) {
    return values[row];
  }
}
