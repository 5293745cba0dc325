package dev.colonnade.sql.analyze.query.with;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.LogicalSubquery;

/** Properties of plans that decide the evaluation of items of WITH. */
final class PlanProperties {
  private PlanProperties() {}

  /**
   * Returns whether a plan may be evaluated in the place of a reference: it is not volatile, locks
   * no rows, and reads no working table of a recursion around it.
   */
  static boolean isInlinable(LogicalPlan plan) {
    return !(plan instanceof LogicalChange)
        && !(plan instanceof LogicalSource.WorkingTable)
        && plan.expressions().stream().allMatch(PlanProperties::isInlinable)
        && plan.inputs().stream().allMatch(PlanProperties::isInlinable);
  }

  private static boolean isInlinable(Expression expression) {
    return !expression.isVolatile()
        && (!(expression instanceof LogicalSubquery subquery) || isInlinable(subquery.plan()))
        && expression.operands().stream().allMatch(PlanProperties::isInlinable);
  }
}
