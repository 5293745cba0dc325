package dev.colonnade.jdbc.cell;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.sql.SqlTypeInfo;

/** Numbers with a floating point. */
public final class FloatingCells extends ReaderCells {
  FloatingCells(SqlTypeInfo type, ColumnReader reader) {
    super(type, reader);
  }

  /** A value that is not NULL. */
  public double doubleAt(int row) {
    return reader().doubleAt(row);
  }
}
