package dev.colonnade.statistics;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the values of a table's columns.
 *
 * @param rowCount how many rows were looked at
 */
public record TableStatistics(int tableId, long rowCount, List<ColumnStatistics> columns) {
  /** From this part of the rows on, new rows are taken to bring new values. */
  public static final double GROWING_FRACTION = 0.1;

  public TableStatistics {
    columns = List.copyOf(columns);
  }

  /** What is known of a column, by its id; null if nothing is. */
  public @Nullable ColumnStatistics find(int columnId) {
    for (ColumnStatistics column : columns) {
      if (column.columnId() == columnId) {
        return column;
      }
    }
    return null;
  }

  /**
   * About how many different values a column has now; 0 if nothing is known of it.
   *
   * @param rowCountNow how many rows the table has by now
   */
  public double distinctCount(int columnId, double rowCountNow) {
    ColumnStatistics column = find(columnId);
    if (column == null || rowCount == 0) {
      return 0;
    }
    boolean isGrowing = column.distinctCount() > GROWING_FRACTION * rowCount;
    double now =
        isGrowing ? column.distinctCount() * rowCountNow / rowCount : column.distinctCount();
    return Math.clamp(now, 1, Math.max(1, rowCountNow));
  }

  /**
   * About how many different values some rows of a table have, of those that all rows have: each
   * value is in none of them only if all its rows are left out.
   *
   * @param distinct values of all rows
   */
  public static double distinctAmong(double distinct, double rowCount, double selectedCount) {
    double part = Math.clamp(selectedCount / Math.max(1, rowCount), 0, 1);
    double rowsOfValue = Math.max(1, rowCount / Math.max(1, distinct));
    double found = distinct * (1 - Math.pow(1 - part, rowsOfValue));
    return Math.max(1, Math.min(found, selectedCount));
  }
}
