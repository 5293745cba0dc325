package dev.colonnade.jdbc;

import dev.colonnade.client.page.ResultPage;
import dev.colonnade.jdbc.cell.Cells;
import dev.colonnade.protocol.sql.SqlColumnInfo;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Page of a result: some of its rows, by column. Columns are opened when they are first read. */
final class CellPage {
  private final int rowCount;
  private final IntFunction<Cells> opener;
  private final @Nullable Cells[] columns;

  private CellPage(int rowCount, int columnCount, IntFunction<Cells> opener) {
    this.rowCount = rowCount;
    this.opener = opener;
    this.columns = new @Nullable Cells[columnCount];
  }

  /** Returns a page whose values are read in place from an Arrow record batch. */
  static CellPage of(ResultPage page, List<SqlColumnInfo> columns) {
    return new CellPage(
        page.rowCount(),
        columns.size(),
        index -> Cells.of(columns.get(index).type(), page.column(index), page.rowCount()));
  }

  /** Returns a page of objects: a list of values for each column. */
  static CellPage of(
      int rowCount, List<List<@Nullable Object>> values, List<SqlColumnInfo> columns) {
    return new CellPage(
        rowCount, columns.size(), index -> Cells.of(columns.get(index).type(), values.get(index)));
  }

  int rowCount() {
    return rowCount;
  }

  Cells column(int index) {
    Cells cells = columns[index];
    if (cells == null) {
      cells = opener.apply(index);
      columns[index] = cells;
    }
    return cells;
  }
}
