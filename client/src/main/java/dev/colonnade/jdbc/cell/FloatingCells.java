package dev.colonnade.jdbc.cell;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.sql.SqlTypeInfo;

/** Column of REAL or DOUBLE PRECISION values. */
public final class FloatingCells extends ReaderCells {
  FloatingCells(SqlTypeInfo type, ColumnReader reader) {
    super(type, reader);
  }

  /** Returns the value of a row that is not NULL. */
  public double doubleAt(int row) {
    return reader().doubleAt(row);
  }
}
