package dev.colonnade.jdbc;

import dev.colonnade.client.page.ResultPage;
import dev.colonnade.jdbc.cell.Cells;
import dev.colonnade.protocol.sql.SqlColumnInfo;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Some rows of a result. */
final class CellPage {
  private final int rowCount;
  private final IntFunction<Cells> open;
  private final @Nullable Cells[] columns;

  private CellPage(int rowCount, int columnCount, IntFunction<Cells> open) {
    this.rowCount = rowCount;
    this.open = open;
    this.columns = new @Nullable Cells[columnCount];
  }

  static CellPage of(ResultPage page, List<SqlColumnInfo> columns) {
    return new CellPage(
        page.rowCount(),
        columns.size(),
        index -> Cells.of(columns.get(index).type(), page.column(index), page.rowCount()));
  }

  /** Rows that are there as lists of values, one for each column. */
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
      cells = open.apply(index);
      columns[index] = cells;
    }
    return cells;
  }
}
