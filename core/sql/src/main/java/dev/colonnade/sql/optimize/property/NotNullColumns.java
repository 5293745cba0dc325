package dev.colonnade.sql.optimize.property;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalJoin.Kind;
import dev.colonnade.sql.logical.LogicalOperator.Aggregate;
import dev.colonnade.sql.logical.LogicalOperator.Filter;
import dev.colonnade.sql.logical.LogicalOperator.Limit;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalOperator.Sort;
import dev.colonnade.sql.logical.LogicalOperator.Unnest;
import dev.colonnade.sql.logical.LogicalOperator.Window;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource.TableColumn;
import dev.colonnade.sql.logical.LogicalSource.TableScan;
import dev.colonnade.sql.logical.Variable;
import java.util.Set;

/** Test of whether a column of a plan is never NULL. */
public final class NotNullColumns {
  private NotNullColumns() {}

  /** Returns whether an expression over the rows of a plan is a constant or column without NULL. */
  public static boolean isNotNull(LogicalPlan plan, Expression expression) {
    return switch (expression) {
      case Variable variable -> isNotNull(plan, variable);
      case Literal literal -> literal.value() != null;
      default -> false;
    };
  }

  private static boolean isNotNull(LogicalPlan plan, Variable column) {
    return switch (plan) {
      case TableScan scan -> isNotNull(scan, column);
      case Filter filter -> isNotNull(filter, column);
      case Sort sort -> isNotNull(sort.input(), column);
      case Limit limit -> isNotNull(limit.input(), column);
      case Window window -> isNotNull(window.input(), column);
      case Unnest unnest -> isNotNull(unnest.input(), column);
      case Project project -> isNotNull(project, column);
      case Aggregate aggregate ->
          aggregate.groupingSets().size() == 1
              && aggregate.keys().stream().anyMatch(key -> key.output().equals(column))
              && isNotNull(aggregate.input(), column);
      case LogicalJoin join -> isNotNull(join, column);
      default -> false;
    };
  }

  private static boolean isNotNull(TableScan scan, Variable column) {
    for (TableColumn read : scan.read()) {
      if (read.variable().equals(column)) {
        return !read.column().nullable();
      }
    }
    return false;
  }

  private static boolean isNotNull(Filter filter, Variable column) {
    for (Expression predicate : filter.predicates()) {
      if (NullRejection.rejects(predicate, Set.of(column))) {
        return true;
      }
    }
    return isNotNull(filter.input(), column);
  }

  private static boolean isNotNull(Project project, Variable column) {
    for (Assignment assignment : project.assignments()) {
      if (assignment.variable().equals(column)) {
        return isNotNull(project.input(), assignment.expression());
      }
    }
    return false;
  }

  private static boolean isNotNull(LogicalJoin join, Variable column) {
    if (join.kind() == Kind.FULL) {
      return false;
    }
    return isNotNull(join.left(), column)
        || (join.kind() == Kind.INNER && isNotNull(join.right(), column));
  }
}
