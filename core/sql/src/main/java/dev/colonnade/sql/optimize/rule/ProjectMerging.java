package dev.colonnade.sql.optimize.rule;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.Parameter;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSubquery;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.property.ConditionalEvaluation;
import dev.colonnade.sql.optimize.property.ExpressionProperties;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rule that merges adjacent projections and drops those that change nothing. An expression that is
 * more than a variable or a constant is merged only into one place, and never into a place where it
 * may not be evaluated or into a subquery.
 */
public final class ProjectMerging {
  private ProjectMerging() {}

  /** Returns the projection, merged with the projection that is its input. */
  public static LogicalPlan apply(Project project) {
    Project merged = project;
    while (merged.input() instanceof Project inner && canMerge(merged, inner)) {
      merged = merge(merged, inner);
    }
    return isIdentity(merged) ? merged.input() : merged;
  }

  /** Returns whether a projection returns the columns of its input, in their order. */
  private static boolean isIdentity(Project project) {
    List<Variable> columns = project.input().columns();
    List<Assignment> assignments = project.assignments();
    if (columns.size() != assignments.size()) {
      return false;
    }
    for (int i = 0; i < columns.size(); i++) {
      Assignment assignment = assignments.get(i);
      if (!assignment.variable().equals(columns.get(i))
          || !assignment.expression().equals(columns.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean canMerge(Project outer, Project inner) {
    Map<Variable, Integer> uses = new HashMap<>();
    for (Assignment assignment : outer.assignments()) {
      count(assignment.expression(), uses, 1);
    }
    for (Assignment assignment : inner.assignments()) {
      if (isTrivial(assignment.expression())) {
        continue;
      }
      int count = uses.getOrDefault(assignment.variable(), 0);
      if (count > 1 || ExpressionProperties.isVolatile(assignment.expression())) {
        return false;
      }
      if (count == 0 && !assignment.expression().isSafe()) {
        return false;
      }
    }
    return true;
  }

  /** Counts uses; one in an operand that may not be evaluated, or in a subquery, counts twice. */
  private static void count(Expression expression, Map<Variable, Integer> uses, int weight) {
    if (expression instanceof Variable variable) {
      uses.merge(variable, weight, Integer::sum);
    } else if (expression instanceof LogicalSubquery subquery) {
      LogicalExpressions.freeVariables(subquery.plan())
          .forEach(variable -> uses.merge(variable, 2, Integer::sum));
    }
    int weightBelow = ConditionalEvaluation.isConditional(expression) ? 2 : weight;
    for (Expression operand : expression.operands()) {
      count(operand, uses, weightBelow);
    }
  }

  private static boolean isTrivial(Expression expression) {
    return expression instanceof Variable
        || expression instanceof Literal
        || expression instanceof Parameter;
  }

  private static Project merge(Project outer, Project inner) {
    Map<Variable, Expression> replacements = new HashMap<>();
    inner.assignments().forEach(a -> replacements.put(a.variable(), a.expression()));
    List<Assignment> merged = new ArrayList<>();
    for (Assignment assignment : outer.assignments()) {
      Expression expression = LogicalExpressions.substitute(assignment.expression(), replacements);
      merged.add(new Assignment(assignment.variable(), expression));
    }
    return new Project(inner.input(), merged);
  }
}
