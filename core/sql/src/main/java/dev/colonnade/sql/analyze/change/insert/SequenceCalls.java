package dev.colonnade.sql.analyze.change.insert;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.call.FunctionCall;
import dev.colonnade.sql.function.operator.SequenceFunctions;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSubquery;
import java.util.List;

/** Search for functions of sequences in plans. */
final class SequenceCalls {
  private SequenceCalls() {}

  /** Returns whether a plan calls a function of sequences. */
  static boolean areIn(LogicalPlan plan) {
    return areIn(plan.expressions()) || plan.inputs().stream().anyMatch(SequenceCalls::areIn);
  }

  /** Returns whether an expression calls a function of sequences. */
  static boolean areIn(List<? extends Expression> expressions) {
    return expressions.stream().anyMatch(SequenceCalls::areIn);
  }

  private static boolean areIn(Expression expression) {
    boolean isCall =
        expression instanceof FunctionCall call
            && call.function().owner() == SequenceFunctions.class;
    boolean isInPlan = expression instanceof LogicalSubquery subquery && areIn(subquery.plan());
    return isCall || isInPlan || areIn(expression.operands());
  }
}
