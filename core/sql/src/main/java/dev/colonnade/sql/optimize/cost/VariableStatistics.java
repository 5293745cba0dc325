package dev.colonnade.sql.optimize.cost;

import dev.colonnade.statistics.ColumnStatistics;
import dev.colonnade.statistics.TableStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Estimated statistics of the values of a variable in the rows of a plan.
 *
 * @param distinctCount number of distinct values other than NULL, at least 1
 * @param domainCount number of distinct values that the rows would have if predicates on other
 *     variables removed none: joins with keys that were filtered divide by it
 * @param nullFraction fraction of the rows with NULL, from 0 to 1
 * @param column statistics of the stored column that the values come from; null if the values are
 *     computed or there are none
 */
public record VariableStatistics(
    double distinctCount,
    double domainCount,
    double nullFraction,
    @Nullable ColumnStatistics column) {
  /** Statistics of a value that is the same in all rows. */
  public static final VariableStatistics ONE_VALUE = new VariableStatistics(1, 0, null);

  public VariableStatistics(
      double distinctCount,
      double domainCount,
      double nullFraction,
      @Nullable ColumnStatistics column) {
    this.distinctCount = Math.max(1, distinctCount);
    this.domainCount = Math.max(this.distinctCount, domainCount);
    this.nullFraction = Math.clamp(nullFraction, 0, 1);
    this.column = column;
  }

  public VariableStatistics(
      double distinctCount, double nullFraction, @Nullable ColumnStatistics column) {
    this(distinctCount, distinctCount, nullFraction, column);
  }

  /** Returns the statistics of the same values among fewer or more rows. */
  VariableStatistics among(double rows, double selectedRows) {
    double distinct =
        selectedRows >= rows
            ? distinctCount
            : TableStatistics.distinctAmong(distinctCount, rows, selectedRows);
    return new VariableStatistics(distinct, domainCount, nullFraction, column);
  }

  /** Returns the statistics of rows of which a fraction has NULL besides. */
  VariableStatistics withNulls(double fraction) {
    double known = (1 - nullFraction) * (1 - Math.clamp(fraction, 0, 1));
    return new VariableStatistics(distinctCount, domainCount, 1 - known, column);
  }
}
