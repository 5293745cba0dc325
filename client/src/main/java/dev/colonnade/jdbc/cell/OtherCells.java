package dev.colonnade.jdbc.cell;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.sql.SqlTypeInfo;

/** Column of values that are read as objects only. */
final class OtherCells extends ReaderCells {
  OtherCells(SqlTypeInfo type, ColumnReader reader) {
    super(type, reader);
  }
}
