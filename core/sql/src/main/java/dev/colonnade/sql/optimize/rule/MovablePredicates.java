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
 * volatile, and its subqueries do not fail because of their number of rows.
 */
final class MovablePredicates {
  private MovablePredicates() {}

  /** Returns whether a predicate may be moved to an input: its subqueries are evaluated once. */
  static boolean isMovable(Expression predicate) {
    return !isCorrelated(predicate) && isMovableToLess(predicate);
  }

  /**
   * Returns whether a predicate may be moved to an input with fewer rows: its subqueries may be
   * correlated, and are evaluated less often there.
   */
  static boolean isMovableToLess(Expression predicate) {
    return !ExpressionProperties.isVolatile(predicate) && haveSafeSubqueries(predicate);
  }

  /** Returns whether a predicate has a subquery that reads columns of other plans. */
  static boolean isCorrelated(Expression expression) {
    if (expression instanceof LogicalSubquery subquery
        && !LogicalExpressions.freeVariables(subquery.plan()).isEmpty()) {
      return true;
    }
    for (Expression operand : expression.operands()) {
      if (isCorrelated(operand)) {
        return true;
      }
    }
    return false;
  }

  private static boolean haveSafeSubqueries(Expression expression) {
    if (expression instanceof Scalar subquery && !UniqueKeys.isUnique(subquery.plan(), Set.of())) {
      return false;
    }
    for (Expression operand : expression.operands()) {
      if (!haveSafeSubqueries(operand)) {
        return false;
      }
    }
    return true;
  }
}
