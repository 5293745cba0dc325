package dev.colonnade.sql.optimize.rule;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalSubquery;
import dev.colonnade.sql.logical.LogicalSubquery.Scalar;
import dev.colonnade.sql.optimize.property.ExpressionProperties;
import dev.colonnade.sql.optimize.property.UniqueKeys;
import java.util.Set;

/**
 * Test of whether a predicate may be evaluated for other rows than the statement writes: it is not
 * volatile, and its subqueries are evaluated once and do not fail because of their number of rows.
 */
final class MovablePredicates {
  private MovablePredicates() {}

  /** Returns whether a predicate may be moved to an input. */
  static boolean isMovable(Expression predicate) {
    return !ExpressionProperties.isVolatile(predicate) && haveSafeSubqueries(predicate);
  }

  private static boolean haveSafeSubqueries(Expression expression) {
    if (expression instanceof LogicalSubquery subquery) {
      boolean isSafe =
          LogicalExpressions.freeVariables(subquery.plan()).isEmpty()
              && (!(subquery instanceof Scalar) || UniqueKeys.isUnique(subquery.plan(), Set.of()));
      if (!isSafe) {
        return false;
      }
    }
    for (Expression operand : expression.operands()) {
      if (!haveSafeSubqueries(operand)) {
        return false;
      }
    }
    return true;
  }
}
