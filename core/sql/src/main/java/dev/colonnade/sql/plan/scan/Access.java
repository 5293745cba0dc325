package dev.colonnade.sql.plan.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.TableIndex;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/**
 * Access path of a scan.
 *
 * @param index whose entries are read; null for the table's own rows
 * @param lookup whether rows are looked up by the entries, because the index does not cover the
 *     query
 * @param order of the rows
 * @param conditions on the expressions of the index, which are not columns of the table; they refer
 *     to positions in {@link FilterTemplate#ofEntries}
 */
public record Access(
    @Nullable TableIndex index, boolean lookup, Order order, List<RexNode> conditions) {
  /** All rows in any order. */
  public static final Access ROWS = new Access(null, false, Order.ANY, List.of());

  /** The orders that rows can come in. */
  public enum Order {
    ANY,
    /** Order of the keys. */
    FORWARD,
    /** The opposite of that of the keys. */
    BACKWARD
  }

  public Access {
    requireNonNull(order, "order is null");
    conditions = List.copyOf(conditions);
    if (index == null && (lookup || !conditions.isEmpty())) {
      throw new IllegalArgumentException("nothing to look rows up by");
    }
  }

  /**
   * By an index, in any order.
   *
   * @param needed the ids of the columns that rows are wanted with
   */
  static Access by(TableIndex index, Set<Integer> needed, List<RexNode> conditions) {
    boolean lookup = !needed.stream().allMatch(index::contains);
    return new Access(index, lookup, Order.ANY, conditions);
  }

  /** The same, in an order. */
  Access inOrder(Order other) {
    return new Access(index, lookup, other, conditions);
  }

  /** The same without an index, where the order does not matter. */
  public Access withoutIndex() {
    return order == Order.ANY ? ROWS : this;
  }

  /** Returns the access path as plans show it. */
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
