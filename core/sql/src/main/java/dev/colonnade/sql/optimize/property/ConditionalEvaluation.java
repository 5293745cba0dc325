package dev.colonnade.sql.optimize.property;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.logic.CaseExpression;
import dev.colonnade.sql.expression.logic.CoalesceExpression;
import dev.colonnade.sql.expression.logic.LogicExpression;

/** Test of whether an expression evaluates its operands only for some rows. */
public final class ConditionalEvaluation {
  private ConditionalEvaluation() {}

  /** Returns whether operands of the expression are not evaluated for all rows. */
  public static boolean isConditional(Expression expression) {
    return expression instanceof CaseExpression
        || expression instanceof CoalesceExpression
        || expression instanceof LogicExpression;
  }
}
