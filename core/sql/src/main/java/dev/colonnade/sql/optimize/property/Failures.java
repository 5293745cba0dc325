package dev.colonnade.sql.optimize.property;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator.Filter;
import dev.colonnade.sql.logical.LogicalPlan;

/**
 * Test of whether a plan may be executed for more rows than the statement asks for. The order of
 * predicates is not defined in SQL, so that predicates may fail for rows that others exclude;
 * values and row counts may not.
 */
public final class Failures {
  private Failures() {}

  /** Returns whether no expression of a plan but its predicates can fail. */
  public static boolean isSafe(LogicalPlan plan) {
    if (plan instanceof LogicalJoin join && join.kind() == LogicalJoin.Kind.SINGLE) {
      return false;
    }
    boolean isPredicate = plan instanceof Filter || plan instanceof LogicalJoin;
    if (!isPredicate && !plan.expressions().stream().allMatch(Expression::isSafe)) {
      return false;
    }
    return plan.inputs().stream().allMatch(Failures::isSafe);
  }

  /** Returns whether no expression of a plan, predicates included, can fail. */
  public static boolean isTotal(LogicalPlan plan) {
    if (plan instanceof LogicalJoin join && join.kind() == LogicalJoin.Kind.SINGLE) {
      return false;
    }
    return plan.expressions().stream().allMatch(Expression::isSafe)
        && plan.inputs().stream().allMatch(Failures::isTotal);
  }
}
