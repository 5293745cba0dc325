package dev.colonnade.sql.logical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Aggregate function over the rows of a group.
 *
 * @param output variable of the result
 * @param function name in the registry of accumulators, as {@code sql.physical.AggregateCall} has
 *     it
 * @param arguments over the rows of the input; none for {@code count(*)}
 * @param distinct whether equal arguments count once
 * @param filter predicate that selects the rows; null for all
 * @param order of the rows of a group; of an ordered-set function the keys of WITHIN GROUP
 */
public record AggregateFunction(
    Variable output,
    String function,
    List<Expression> arguments,
    boolean distinct,
    @Nullable Expression filter,
    List<SortItem> order) {
  public AggregateFunction(
      Variable output,
      String function,
      List<Expression> arguments,
      boolean distinct,
      @Nullable Expression filter,
      List<SortItem> order) {
    this.output = requireNonNull(output, "output is null");
    this.function = requireNonNull(function, "function is null");
    this.arguments = List.copyOf(arguments);
    this.distinct = distinct;
    this.filter = filter;
    this.order = List.copyOf(order);
  }

  /** Returns the arguments, the filter if there is one, and the keys of the order. */
  List<Expression> expressions() {
    List<Expression> all = new ArrayList<>(arguments);
    if (filter != null) {
      all.add(filter);
    }
    order.forEach(item -> all.add(item.expression()));
    return all;
  }

  /** Returns the same function over other expressions, in the order of {@link #expressions}. */
  AggregateFunction withExpressions(List<Expression> others) {
    int next = arguments.size();
    Expression otherFilter = filter == null ? null : others.get(next++);
    List<SortItem> otherOrder = new ArrayList<>();
    for (SortItem item : order) {
      otherOrder.add(item.by(others.get(next++)));
    }
    return new AggregateFunction(
        output, function, others.subList(0, arguments.size()), distinct, otherFilter, otherOrder);
  }
}
