package dev.colonnade.sql.execute.filter;

import static java.util.Objects.requireNonNull;

/**
 * Runtime filter of a column.
 *
 * @param column position of a column of longs in the rows of a scan, or of a build side
 */
public record ColumnFilter(int column, RuntimeFilter filter) {
  public ColumnFilter {
    requireNonNull(filter, "filter is null");
  }
}
