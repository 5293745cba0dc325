package dev.colonnade.sql.optimize.unnest;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Subquery without reads of outer variables, and the predicates and expressions that have been
 * pulled out of it.
 *
 * @param conditions of the join of the outer rows with the plan
 * @param outputs columns of the subquery that are computed above the join; the other columns are
 *     columns of the plan
 * @param isPadded whether each outer row has exactly one row of the subquery, also without a match:
 *     columns of the plan are NULL then, as after a LEFT join
 * @param filters predicates over padded rows that are evaluated above the join
 */
record Pulled(
    LogicalPlan plan,
    List<Expression> conditions,
    Map<Variable, Expression> outputs,
    boolean isPadded,
    List<Expression> filters) {
  Pulled {
    requireNonNull(plan, "plan is null");
    conditions = List.copyOf(conditions);
    outputs = Map.copyOf(outputs);
    filters = List.copyOf(filters);
  }

  /** Returns a subquery that reads no outer variables. */
  static Pulled of(LogicalPlan plan) {
    return new Pulled(plan, List.of(), Map.of(), false, List.of());
  }

  /** Returns the same predicates of another plan. */
  Pulled over(LogicalPlan other) {
    return new Pulled(other, conditions, outputs, isPadded, filters);
  }

  /** Returns the same with more conditions. */
  Pulled plusConditions(List<Expression> more) {
    List<Expression> all = new ArrayList<>(conditions);
    all.addAll(more);
    return new Pulled(plan, all, outputs, isPadded, filters);
  }

  /** Returns the same with more predicates over padded rows. */
  Pulled plusFilters(List<Expression> more) {
    List<Expression> all = new ArrayList<>(filters);
    all.addAll(more);
    return new Pulled(plan, conditions, outputs, isPadded, all);
  }

  /** Returns the same with other outputs. */
  Pulled withOutputs(Map<Variable, Expression> others) {
    return new Pulled(plan, conditions, others, isPadded, filters);
  }

  /** Returns an expression over columns of the subquery as one above the join. */
  Expression above(Expression expression) {
    return outputs.isEmpty() ? expression : LogicalExpressions.substitute(expression, outputs);
  }

  /** Returns expressions over columns of the subquery as those above the join. */
  List<Expression> above(List<Expression> expressions) {
    return expressions.stream().map(this::above).toList();
  }

  /** Returns the outputs of two subqueries. */
  static Map<Variable, Expression> outputs(Pulled left, Pulled right) {
    Map<Variable, Expression> all = new HashMap<>(left.outputs);
    all.putAll(right.outputs);
    return all;
  }
}
