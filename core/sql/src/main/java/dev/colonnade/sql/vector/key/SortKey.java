package dev.colonnade.sql.vector.key;

/**
 * Sort key: a column of a batch with its direction.
 *
 * @param column index of the column, from 0
 * @param descending whether the greatest values come first
 * @param nullsFirst whether NULLs come before all other values, in both directions
 */
public record SortKey(int column, boolean descending, boolean nullsFirst) {
  public SortKey {
    if (column < 0) {
      throw new IllegalArgumentException("column below 0 column=" + column);
    }
  }
}
