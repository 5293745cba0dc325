package dev.colonnade.sql.optimize.physical.row;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.Variable;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Properties of the rows that the operator above a plan wants.
 *
 * @param needed numbers of the variables that are read; null for all. It is not changed
 * @param limit number of rows that are read, an expression without columns; null for all
 * @param order in which the rows are useful; empty for none
 * @param orderNanos cost that the order saves
 * @param firstRows estimated number of rows that are read if they are in the order; infinite if all
 *     are
 */
public record Goal(
    @Nullable BitSet needed,
    @Nullable Expression limit,
    List<KeyOrder> order,
    double orderNanos,
    double firstRows) {
  /** All rows and columns in any order. */
  public static final Goal ALL = new Goal(null, null, List.of(), 0, Double.POSITIVE_INFINITY);

  /** Estimated number of rows where a limit is a parameter. */
  private static final double UNKNOWN_LIMIT = 100;

  public Goal(
      @Nullable BitSet needed,
      @Nullable Expression limit,
      List<KeyOrder> order,
      double orderNanos,
      double firstRows) {
    this.needed = needed;
    this.limit = limit;
    this.order = List.copyOf(order);
    this.orderNanos = orderNanos;
    this.firstRows = firstRows;
  }

  /** Returns whether a variable is read. */
  public boolean needs(Variable variable) {
    return needed == null || needed.get(variable.id());
  }

  /** Returns the same columns of all rows in any order. */
  public Goal columnsOnly() {
    return limit == null && order.isEmpty() && !isPartial()
        ? this
        : new Goal(needed, null, List.of(), 0, Double.POSITIVE_INFINITY);
  }

  /** Returns the same with the variables that expressions read. */
  public Goal reading(Collection<? extends Expression> expressions) {
    return needed == null ? this : with(union(needed, expressions));
  }

  /** Returns the columns that expressions read, and no others. */
  public Goal readingOnly(Collection<? extends Expression> expressions) {
    return with(union(new BitSet(), expressions));
  }

  /** Returns the same with a limit. */
  public Goal withLimit(@Nullable Expression other) {
    return new Goal(needed, other, order, orderNanos, numberOf(other));
  }

  private static double numberOf(@Nullable Expression limit) {
    if (limit == null) {
      return Double.POSITIVE_INFINITY;
    }
    return limit instanceof Literal literal && literal.value() instanceof Number number
        ? Math.max(1, number.doubleValue())
        : UNKNOWN_LIMIT;
  }

  /** Returns the same without a limit, of which the first rows are read. */
  public Goal withFirstRows(double rows) {
    return new Goal(needed, null, order, orderNanos, rows);
  }

  /** Returns whether only the first rows are read if they are in the order. */
  public boolean isPartial() {
    return firstRows < Double.POSITIVE_INFINITY;
  }

  /** Returns the same with an order. */
  public Goal withOrder(List<KeyOrder> other, double nanos) {
    return new Goal(needed, limit, other, nanos, firstRows);
  }

  private Goal with(BitSet others) {
    return new Goal(others, limit, order, orderNanos, firstRows);
  }

  private static BitSet union(BitSet some, Collection<? extends Expression> expressions) {
    BitSet all = (BitSet) some.clone();
    for (Expression expression : expressions) {
      if (expression instanceof Variable variable) {
        all.set(variable.id());
      } else {
        LogicalExpressions.variables(expression).forEach(variable -> all.set(variable.id()));
      }
    }
    return all;
  }
}
