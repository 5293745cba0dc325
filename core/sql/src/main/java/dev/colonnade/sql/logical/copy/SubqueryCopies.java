package dev.colonnade.sql.logical.copy;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSubquery;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Subqueries of the expressions of one node, each with variables of its own. IN, NULLIF or CASE may
 * contain a subquery several times, and two joins must not define the same variables.
 */
public final class SubqueryCopies {
  private final Variables variables;
  private final Set<Variable> defined = new HashSet<>();

  private SubqueryCopies(Variables variables) {
    this.variables = requireNonNull(variables, "variables is null");
  }

  /** Returns a node without a subquery that occurs twice in its expressions. */
  public static LogicalPlan distinct(LogicalPlan plan, Variables variables) {
    List<Expression> expressions = plan.expressions();
    if (count(expressions) < 2) {
      return plan;
    }
    SubqueryCopies copies = new SubqueryCopies(variables);
    List<Expression> distinct = copies.distinct(expressions);
    return distinct == expressions ? plan : plan.withExpressions(distinct);
  }

  private static int count(List<Expression> expressions) {
    int[] count = {0};
    var _ =
        LogicalExpressions.rewriteAll(
            expressions,
            part -> {
              if (!(part instanceof LogicalSubquery subquery)) {
                return null;
              }
              count[0] += 1 + count(subquery.operands());
              return part;
            });
    return count[0];
  }

  private List<Expression> distinct(List<Expression> expressions) {
    return LogicalExpressions.rewriteAll(
        expressions, part -> part instanceof LogicalSubquery subquery ? own(subquery) : null);
  }

  private Expression own(LogicalSubquery subquery) {
    List<Expression> operands = distinct(subquery.operands());
    LogicalSubquery changed =
        operands != subquery.operands()
                && subquery.withOperands(operands) instanceof LogicalSubquery other
            ? other
            : subquery;
    PlanCopier.Copy copy = PlanCopier.copy(changed.plan(), variables);
    boolean isFirst = Collections.disjoint(defined, copy.variables().keySet());
    defined.addAll(copy.variables().keySet());
    return isFirst ? changed : changed.withPlan(copy.plan());
  }
}
