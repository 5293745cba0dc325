package dev.colonnade.sql.optimize.rule;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator.Filter;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rule that moves projections that only rename or drop columns from below joins and filters to
 * above them, so that joins are adjacent for the search of their order, and adjacent to the scans
 * that a lookup join reads.
 */
public final class ProjectHoisting {
  private ProjectHoisting() {}

  /** Returns a plan with the same columns without renaming projections below joins. */
  public static LogicalPlan apply(LogicalPlan plan) {
    LogicalPlan over = LogicalExpressions.rewriteInputs(plan, ProjectHoisting::apply);
    return switch (over) {
      case LogicalJoin join when !join.isDependent() -> join(join);
      case Filter filter when isRenaming(filter.input()) -> filter(filter);
      case Project project when over != plan -> ProjectMerging.apply(project);
      default -> over;
    };
  }

  private static boolean isRenaming(LogicalPlan plan) {
    return plan instanceof Project project
        && project.assignments().stream()
            .allMatch(assignment -> isColumn(project, assignment.expression()));
  }

  private static boolean isColumn(Project project, Expression expression) {
    return expression instanceof Variable variable && project.input().columns().contains(variable);
  }

  private static LogicalPlan filter(Filter filter) {
    Map<Variable, Variable> names = new HashMap<>();
    LogicalPlan input = strip(filter.input(), names);
    return restored(
        new Filter(input, substitute(filter.predicates(), names)), filter.columns(), names);
  }

  private static LogicalPlan join(LogicalJoin join) {
    Map<Variable, Variable> names = new HashMap<>();
    LogicalPlan left = strip(join.left(), names);
    LogicalPlan right = strip(join.right(), names);
    if (left == join.left() && right == join.right()) {
      return join;
    }
    LogicalPlan changed =
        LogicalJoin.of(join.kind(), left, right, substitute(join.conditions(), names));
    return restored(changed, join.columns(), names);
  }

  private static LogicalPlan strip(LogicalPlan plan, Map<Variable, Variable> names) {
    if (!isRenaming(plan) || !(plan instanceof Project project)) {
      return plan;
    }
    for (Assignment assignment : project.assignments()) {
      names.put(assignment.variable(), (Variable) assignment.expression());
    }
    return project.input();
  }

  private static List<Expression> substitute(
      List<Expression> expressions, Map<Variable, Variable> names) {
    List<Expression> changed = new ArrayList<>();
    expressions.forEach(
        expression -> changed.add(LogicalExpressions.substitute(expression, names)));
    return changed;
  }

  private static LogicalPlan restored(
      LogicalPlan plan, List<Variable> columns, Map<Variable, Variable> names) {
    List<Assignment> assignments = new ArrayList<>();
    for (Variable column : columns) {
      assignments.add(new Assignment(column, names.getOrDefault(column, column)));
    }
    return ProjectMerging.apply(new Project(plan, assignments));
  }
}
