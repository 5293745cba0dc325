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
  private static final double GROWING_FRACTION = 0.1;

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
}
