package dev.colonnade.jdbc.cell;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.sql.SqlTypeInfo;

/** Column of TEXT, VARCHAR or CHAR values. */
public final class TextCells extends ReaderCells {
  TextCells(SqlTypeInfo type, ColumnReader reader) {
    super(type, reader);
  }

  /** Returns the value of a row that is not NULL. */
  public String textAt(int row) {
    return reader().textAt(row);
  }
}
