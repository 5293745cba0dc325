package dev.colonnade.sql.optimize.cost;

import dev.colonnade.statistics.ColumnStatistics;
import org.jspecify.annotations.Nullable;

/**
 * Estimated statistics of the values of a variable in the rows of a plan.
 *
 * @param distinctCount number of distinct values other than NULL, at least 1
 * @param nullFraction fraction of the rows with NULL, from 0 to 1
 * @param column statistics of the stored column that the values come from; null if the values are
 *     computed or there are none
 */
public record VariableStatistics(
    double distinctCount, double nullFraction, @Nullable ColumnStatistics column) {
  public VariableStatistics(
      double distinctCount, double nullFraction, @Nullable ColumnStatistics column) {
    this.distinctCount = Math.max(1, distinctCount);
    this.nullFraction = Math.clamp(nullFraction, 0, 1);
    this.column = column;
  }
}
