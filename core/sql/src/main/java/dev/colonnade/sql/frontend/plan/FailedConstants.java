package dev.colonnade.sql.frontend.plan;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.expression.ExecutionConstant;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSubquery;
import dev.colonnade.sql.logical.Variables;
import dev.colonnade.sql.optimize.rule.ColumnPruning;
import dev.colonnade.sql.optimize.rule.CteInlining;
import org.jspecify.annotations.Nullable;

/**
 * Constants whose evaluation fails, as in {@code select 1/0 from t}. PostgreSQL evaluates them when
 * it plans a statement, so that they fail it even if no row needs them; those of columns that no
 * clause reads do not.
 */
final class FailedConstants {
  private FailedConstants() {}

  /** Returns the error of a constant that the statement reads; null if there is none. */
  static @Nullable ColonnadeException find(LogicalPlan plan, Variables variables) {
    try {
      requireNone(ColumnPruning.apply(CteInlining.apply(plan, variables)));
      return null;
    } catch (ColonnadeException e) {
      return e;
    }
  }

  private static void requireNone(LogicalPlan plan) {
    var _ = LogicalExpressions.rewriteExpressions(plan, FailedConstants::visit);
  }

  /** Returns a part whose operands are not visited, otherwise null. */
  private static @Nullable Expression visit(Expression part) {
    if (part instanceof ExecutionConstant constant) {
      ColonnadeException failure = constant.failure();
      if (failure != null) {
        throw failure;
      }
    }
    if (part instanceof LogicalSubquery subquery) {
      requireNone(ColumnPruning.apply(read(subquery)));
      var _ = LogicalExpressions.rewriteAll(subquery.operands(), FailedConstants::visit);
      return part;
    }
    return null;
  }

  /** Returns the plan of a subquery; without its columns if they are not read. */
  private static LogicalPlan read(LogicalSubquery subquery) {
    return subquery instanceof LogicalSubquery.Exists
            && subquery.plan() instanceof LogicalOperator.Project project
        ? project.input()
        : subquery.plan();
  }
}
