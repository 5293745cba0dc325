package dev.colonnade.jdbc.cell;

import dev.colonnade.client.page.ResultPage;
import dev.colonnade.protocol.sql.SqlColumnInfo;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Page of a result: some of its rows, by column. Columns are opened when they are first read. */
public final class CellPage {
  private final int rowCount;
  private final IntFunction<ColumnCells> opener;
  private final @Nullable ColumnCells[] columns;

  private CellPage(int rowCount, int columnCount, IntFunction<ColumnCells> opener) {
    this.rowCount = rowCount;
    this.opener = opener;
    this.columns = new @Nullable ColumnCells[columnCount];
  }

  /** Returns a page whose values are read in place from an Arrow record batch. */
  public static CellPage of(ResultPage page, List<SqlColumnInfo> columns) {
    return new CellPage(
        page.rowCount(),
        columns.size(),
        index -> ColumnCells.of(columns.get(index).type(), page.column(index), page.rowCount()));
  }

  /** Returns a page of objects: a list of values for each column. */
  public static CellPage of(
      int rowCount, List<List<@Nullable Object>> values, List<SqlColumnInfo> columns) {
    return new CellPage(
        rowCount,
        columns.size(),
        index -> ColumnCells.of(columns.get(index).type(), values.get(index)));
  }

  public int rowCount() {
    return rowCount;
  }

  public ColumnCells column(int index) {
    ColumnCells cells = columns[index];
    if (cells == null) {
      cells = opener.apply(index);
      columns[index] = cells;
    }
    return cells;
  }
}
