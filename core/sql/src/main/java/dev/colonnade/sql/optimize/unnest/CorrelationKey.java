package dev.colonnade.sql.optimize.unnest;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.comparison.DistinctComparison;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.property.ExpressionProperties;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Equality of an expression over a subquery with one over outer variables.
 *
 * @param isInnerLeft whether the inner expression is the left operand of the condition
 */
record CorrelationKey(Expression condition, Expression inner, boolean isInnerLeft) {
  CorrelationKey {
    requireNonNull(condition, "condition is null");
    requireNonNull(inner, "inner is null");
  }

  /** Returns the equality that a condition is; null if it is none. */
  static @Nullable CorrelationKey of(Expression condition, Set<Variable> outer) {
    boolean isEquality =
        (condition instanceof Comparison comparison
                && comparison.operator() == ComparisonOperator.EQUAL)
            || (condition instanceof DistinctComparison distinct && distinct.isNot());
    if (!isEquality) {
      return null;
    }
    Expression left = condition.operands().getFirst();
    Expression right = condition.operands().getLast();
    if (!ExpressionProperties.readsAny(left, outer)
        && ExpressionProperties.readsOnly(right, outer)) {
      return new CorrelationKey(condition, left, true);
    }
    if (!ExpressionProperties.readsAny(right, outer)
        && ExpressionProperties.readsOnly(left, outer)) {
      return new CorrelationKey(condition, right, false);
    }
    return null;
  }

  /** Returns the condition with a variable in the place of the inner expression. */
  Expression by(Variable key) {
    List<Expression> operands = condition.operands();
    return condition.withOperands(
        isInnerLeft ? List.of(key, operands.getLast()) : List.of(operands.getFirst(), key));
  }
}
