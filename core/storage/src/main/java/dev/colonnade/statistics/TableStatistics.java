package dev.colonnade.statistics;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Immutable statistics of a table and its columns, collected by ANALYZE.
 *
 * @param rowCount number of rows at the time of ANALYZE
 * @param groups combinations of values of the first columns of keys
 */
public record TableStatistics(
    int tableId, long rowCount, List<ColumnStatistics> columns, List<ColumnGroup> groups) {
  /**
   * A column with more distinct values than this fraction of the rows is assumed to get new values
   * with new rows.
   */
  public static final double GROWING_FRACTION = 0.1;

  public TableStatistics {
    columns = List.copyOf(columns);
    groups = List.copyOf(groups);
  }

  /** Creates statistics of single columns. */
  public TableStatistics(int tableId, long rowCount, List<ColumnStatistics> columns) {
    this(tableId, rowCount, columns, List.of());
  }

  /** Returns the statistics of a column, or null if it has none. */
  public @Nullable ColumnStatistics find(int columnId) {
    for (ColumnStatistics column : columns) {
      if (column.columnId() == columnId) {
        return column;
      }
    }
    return null;
  }

  /**
   * Returns the estimated current number of distinct values of a column; 0 if it has no statistics.
   *
   * @param rowCountNow current number of rows of the table
   */
  public double distinctCount(int columnId, double rowCountNow) {
    ColumnStatistics column = find(columnId);
    if (column == null || rowCount == 0) {
      return 0;
    }
    return scaled(column.distinctCount(), rowCountNow);
  }

  /**
   * Returns the estimated current number of combinations of values of some columns; 0 if it is not
   * known.
   *
   * @param columnIds in any order
   * @param rowCountNow current number of rows of the table
   */
  public double distinctCount(Set<Integer> columnIds, double rowCountNow) {
    for (ColumnGroup group : groups) {
      if (group.columnIds().size() == columnIds.size()
          && columnIds.containsAll(group.columnIds())
          && rowCount > 0) {
        return scaled(group.distinctCount(), rowCountNow);
      }
    }
    return 0;
  }

  private double scaled(double distinctCount, double rowCountNow) {
    boolean isGrowing = distinctCount > GROWING_FRACTION * rowCount;
    double now = isGrowing ? distinctCount * rowCountNow / rowCount : distinctCount;
    return Math.clamp(now, 1, Math.max(1, rowCountNow));
  }

  /**
   * Returns the estimated number of distinct values in a subset of the rows of a table. A value is
   * missing in the subset only if all its rows are missing.
   *
   * @param distinct number of distinct values of all rows
   */
  public static double distinctAmong(double distinct, double rowCount, double selectedCount) {
    double part = Math.clamp(selectedCount / Math.max(1, rowCount), 0, 1);
    double rowsOfValue = Math.max(1, rowCount / Math.max(1, distinct));
    double estimate = distinct * (1 - Math.pow(1 - part, rowsOfValue));
    return Math.max(1, Math.min(estimate, selectedCount));
  }
}
