package dev.colonnade.jdbc.cell;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.sql.SqlTypeInfo;

/** Cells that are had as objects only. */
final class OtherCells extends ReaderCells {
  OtherCells(SqlTypeInfo type, ColumnReader reader) {
    super(type, reader);
  }
}
