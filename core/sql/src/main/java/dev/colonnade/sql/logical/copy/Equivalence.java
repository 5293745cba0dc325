package dev.colonnade.sql.logical.copy;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalSubquery;
import dev.colonnade.sql.logical.Variables;
import org.jspecify.annotations.Nullable;

/**
 * Equality of expressions as GROUP BY, DISTINCT and ORDER BY need it: two analyses of the same
 * subquery are equal, although each defines variables of its own.
 */
public final class Equivalence {
  /** Number above those of all variables of a statement. */
  private static final int FIRST_OF_COPY = 1 << 30;

  private Equivalence() {}

  /** Returns whether two expressions compute the same, except for volatile functions. */
  public static boolean areEquivalent(Expression one, Expression other) {
    if (one.equals(other)) {
      return true;
    }
    return hasSubquery(one) && hasSubquery(other) && canonical(one).equals(canonical(other));
  }

  /** Returns whether an expression is a subquery or has one as a part. */
  public static boolean hasSubquery(Expression expression) {
    return expression instanceof LogicalSubquery
        || expression.operands().stream().anyMatch(Equivalence::hasSubquery);
  }

  /** Returns an expression whose subqueries number their variables in the order of the plan. */
  private static Expression canonical(Expression expression) {
    Variables variables = new Variables(FIRST_OF_COPY);
    return LogicalExpressions.rewrite(expression, part -> renumbered(part, variables));
  }

  private static @Nullable Expression renumbered(Expression part, Variables variables) {
    if (!(part instanceof LogicalSubquery subquery)) {
      return null;
    }
    LogicalSubquery copy = subquery.withPlan(PlanCopier.copy(subquery.plan(), variables).plan());
    return copy.withOperands(
        LogicalExpressions.rewriteAll(copy.operands(), operand -> renumbered(operand, variables)));
  }
}
