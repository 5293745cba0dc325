package dev.colonnade.protocol.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.filter.FilterSpec;
import java.util.List;

/**
 * Projection, predicate, limit and order of a scan.
 *
 * @param columnIds in the requested order; an empty list means all columns of the table
 * @param rowLimit 0 for no limit
 * @param ordered whether rows must be in the order of the index across ranges
 */
public record ScanSelection(
    List<Integer> columnIds,
    FilterSpec filter,
    long rowLimit,
    ScanDirection direction,
    boolean ordered) {
  /** All rows and columns, in index order. */
  public static final ScanSelection ALL =
      new ScanSelection(List.of(), FilterSpec.ALL, 0, ScanDirection.FORWARD, true);

  public ScanSelection {
    columnIds = List.copyOf(columnIds);
    requireNonNull(filter, "filter is null");
    requireNonNull(direction, "direction is null");
    if (rowLimit < 0) {
      throw new IllegalArgumentException("rowLimit=" + rowLimit + " is below 0");
    }
  }
}
