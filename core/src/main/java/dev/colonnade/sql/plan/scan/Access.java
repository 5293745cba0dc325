package dev.colonnade.sql.plan.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.rule.TableIndex;
import org.jspecify.annotations.Nullable;

/**
 * How a scan comes to its rows.
 *
 * @param index whose entries are read; null for the table's own rows
 * @param lookup whether rows are looked up by the entries, which do not hold all that is wanted
 * @param order in which rows come
 */
public record Access(@Nullable TableIndex index, boolean lookup, Order order) {
  /** All rows in any order. */
  public static final Access ROWS = new Access(null, false, Order.ANY);

  /** The orders that rows can come in. */
  public enum Order {
    ANY,
    /** That of the keys. */
    FORWARD,
    /** The opposite of that of the keys. */
    BACKWARD
  }

  public Access {
    requireNonNull(order, "order is null");
    if (index == null && lookup) {
      throw new IllegalArgumentException("nothing to look rows up by");
    }
  }

  /** The same without an index, where the order does not matter. */
  public Access withoutIndex() {
    return order == Order.ANY ? ROWS : this;
  }

  /** As plans show it. */
  public String text() {
    String name = index == null ? "primary key" : "index " + index.name();
    String kind = index != null && !lookup ? " only" : "";
    return switch (order) {
      case ANY -> name + kind;
      case FORWARD -> name + kind + " in order";
      case BACKWARD -> name + kind + " backward";
    };
  }
}
