package dev.colonnade.statistics;

import java.util.List;

/**
 * Number of combinations of values of several columns.
 *
 * @param columnIds in the order of the key that they belong to
 * @param distinctCount estimated number of distinct combinations
 */
public record ColumnGroup(List<Integer> columnIds, double distinctCount) {
  public ColumnGroup {
    columnIds = List.copyOf(columnIds);
  }
}
