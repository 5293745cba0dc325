package dev.colonnade.jdbc;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.sql.SqlColumnInfo;
import dev.colonnade.protocol.sql.SqlShape;
import java.sql.ResultSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Results that the driver makes itself. */
final class LocalRows {
  private LocalRows() {}

  /** A result set of rows that are there as objects. */
  static ResultSet result(
      List<SqlColumnInfo> columns, int rowCount, List<List<@Nullable Object>> columnValues) {
    CellPage page = CellPage.of(rowCount, columnValues, columns);
    return new JdbcResultSet(
        null,
        form(columns),
        new HeldPages(rowCount == 0 ? List.of() : List.of(page)),
        ResultSet.TYPE_SCROLL_INSENSITIVE);
  }

  /** The form of rows with these columns. */
  static ResultForm form(List<SqlColumnInfo> columns) {
    return ResultForm.ofObjects(new SqlShape(columns, Bytes.EMPTY));
  }
}
