package dev.colonnade.sql.logical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;

/**
 * Key of an order.
 *
 * @param descending whether the greatest values come first
 * @param nullsFirst whether NULLs come before all other values, in both directions
 */
public record SortItem(Expression expression, boolean descending, boolean nullsFirst) {
  public SortItem {
    requireNonNull(expression, "expression is null");
  }

  /** Returns the same order by another expression. */
  public SortItem by(Expression other) {
    return new SortItem(other, descending, nullsFirst);
  }
}
