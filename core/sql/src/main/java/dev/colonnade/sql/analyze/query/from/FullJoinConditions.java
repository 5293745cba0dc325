package dev.colonnade.sql.analyze.query.from;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.logic.UnhashedCondition;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.Variable;
import java.util.List;
import java.util.Set;

/**
 * Conditions of FULL JOIN. They are examined as they are written, since columns that are constants
 * disappear from them later.
 */
final class FullJoinConditions {
  private FullJoinConditions() {}

  /**
   * Returns conditions, marked if they are refused: none of them is an equality of both sides. One
   * that is never true stands for all.
   */
  static List<Expression> marked(
      List<Expression> conditions, Set<Variable> left, Set<Variable> right) {
    if (conditions.stream().anyMatch(condition -> isOfBoth(condition, left, right))) {
      return conditions;
    }
    for (Expression condition : conditions) {
      if (condition instanceof Literal literal && !Boolean.TRUE.equals(literal.value())) {
        return List.of(condition);
      }
    }
    return conditions.stream()
        .map(
            condition ->
                LogicalExpressions.variables(condition).isEmpty()
                    ? condition
                    : (Expression) new UnhashedCondition(condition))
        .toList();
  }

  private static boolean isOfBoth(Expression condition, Set<Variable> left, Set<Variable> right) {
    return condition instanceof Comparison(ComparisonOperator operator, Expression a, Expression b)
        && operator == ComparisonOperator.EQUAL
        && ((isOf(left, a) && isOf(right, b)) || (isOf(right, a) && isOf(left, b)));
  }

  private static boolean isOf(Set<Variable> side, Expression expression) {
    Set<Variable> read = LogicalExpressions.variables(expression);
    return !read.isEmpty() && side.containsAll(read);
  }
}
