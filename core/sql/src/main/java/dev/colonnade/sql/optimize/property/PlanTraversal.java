package dev.colonnade.sql.optimize.property;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSubquery;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Traversal of plans together with the plans of the subqueries in their expressions. */
public final class PlanTraversal {
  private PlanTraversal() {}

  /** Passes all nodes to a visitor, inputs first. */
  public static void visit(LogicalPlan plan, Consumer<LogicalPlan> visitor) {
    plan.inputs().forEach(input -> visit(input, visitor));
    plan.expressions().forEach(expression -> visit(expression, visitor));
    visitor.accept(plan);
  }

  private static void visit(Expression expression, Consumer<LogicalPlan> visitor) {
    if (expression instanceof LogicalSubquery subquery) {
      visit(subquery.plan(), visitor);
    }
    expression.operands().forEach(operand -> visit(operand, visitor));
  }

  /** Returns a node with rewritten inputs and rewritten plans of its subqueries. */
  public static LogicalPlan rewriteParts(LogicalPlan plan, UnaryOperator<LogicalPlan> rewriter) {
    return rewriteSubqueries(LogicalExpressions.rewriteInputs(plan, rewriter), rewriter);
  }

  /** Returns a node with rewritten plans of the subqueries of its expressions. */
  public static LogicalPlan rewriteSubqueries(
      LogicalPlan plan, UnaryOperator<LogicalPlan> rewriter) {
    List<Expression> expressions = plan.expressions();
    List<Expression> others =
        LogicalExpressions.rewriteAll(expressions, part -> rewritten(part, rewriter));
    return others == expressions ? plan : plan.withExpressions(others);
  }

  private static @Nullable Expression rewritten(
      Expression expression, UnaryOperator<LogicalPlan> rewriter) {
    if (!(expression instanceof LogicalSubquery subquery)) {
      return null;
    }
    List<Expression> operands =
        LogicalExpressions.rewriteAll(subquery.operands(), operand -> rewritten(operand, rewriter));
    LogicalSubquery changed =
        operands == subquery.operands()
            ? subquery
            : (LogicalSubquery) subquery.withOperands(operands);
    LogicalPlan plan = rewriter.apply(subquery.plan());
    return plan == subquery.plan() ? changed : changed.withPlan(plan);
  }
}
