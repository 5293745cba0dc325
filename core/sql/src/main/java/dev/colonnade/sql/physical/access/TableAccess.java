package dev.colonnade.sql.physical.access;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.TableIndex;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Access path of a table's rows.
 *
 * @param index whose entries are read; null for the table's own rows
 * @param lookup whether rows are looked up by the entries, because the index does not cover the
 *     columns
 * @param order of the rows
 * @param predicates on the expressions of the index, which are not columns of the table
 */
public record TableAccess(
    @Nullable TableIndex index, boolean lookup, Order order, List<ScanPredicate> predicates) {
  /** The table's own rows in any order. */
  public static final TableAccess ROWS = new TableAccess(null, false, Order.ANY, List.of());

  /** Orders of rows. */
  public enum Order {
    ANY,
    /** Ascending order of the keys. */
    FORWARD,
    /** Descending order of the keys. */
    BACKWARD
  }

  public TableAccess(
      @Nullable TableIndex index, boolean lookup, Order order, List<ScanPredicate> predicates) {
    this.index = index;
    this.lookup = lookup;
    this.order = requireNonNull(order, "order is null");
    this.predicates = List.copyOf(predicates);
  }

  /** Returns the access without an index, where the order does not matter. */
  public TableAccess withoutIndex() {
    return order == Order.ANY ? ROWS : this;
  }
}
