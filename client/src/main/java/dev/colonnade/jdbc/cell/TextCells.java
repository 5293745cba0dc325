package dev.colonnade.jdbc.cell;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.sql.SqlTypeInfo;

/** Texts. */
public final class TextCells extends ReaderCells {
  TextCells(SqlTypeInfo type, ColumnReader reader) {
    super(type, reader);
  }

  /** A value that is not NULL. */
  public String textAt(int row) {
    return reader().textAt(row);
  }
}
