package dev.colonnade.scan.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.filter.Filter;
import dev.colonnade.scan.filter.FilterLimits;
import dev.colonnade.type.schema.TableSchema;
import java.util.List;
import java.util.Set;

/**
 * Projection and filter of a scan.
 *
 * @param projection ids of the columns to return, each at most once, in result order; empty to
 *     count rows
 * @param filter predicate on the rows, evaluated in storage (predicate pushdown)
 */
public record Selection(List<Integer> projection, Filter filter) {
  public Selection {
    projection = List.copyOf(requireNonNull(projection, "projection is null"));
    if (projection.size() > TableSchema.COLUMNS_MAX) {
      throw new ColonnadeException(
          ErrorCode.TOO_MANY_COLUMNS,
          "too many columns projected: columns="
              + projection.size()
              + " max="
              + TableSchema.COLUMNS_MAX);
    }
    requireNonNull(filter, "filter is null");
  }

  /** Returns the selection of these columns of all rows. */
  public static Selection of(List<Integer> projection) {
    return new Selection(projection, Filter.TRUE);
  }

  /** Returns the selection of all columns of all rows. */
  public static Selection all(TableSchema schema) {
    return of(schema.columns().stream().map(column -> column.id()).toList());
  }

  public Selection withFilter(Filter other) {
    return new Selection(projection, other);
  }

  /** Returns the ids of the columns that the filter reads. */
  public Set<Integer> filteredColumns() {
    return FilterLimits.columnsOf(filter);
  }
}
