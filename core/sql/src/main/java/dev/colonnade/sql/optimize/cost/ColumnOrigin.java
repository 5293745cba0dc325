package dev.colonnade.sql.optimize.cost;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource.TableColumn;
import dev.colonnade.sql.logical.LogicalSource.TableScan;
import dev.colonnade.sql.logical.Variable;
import org.jspecify.annotations.Nullable;

/** Stored column that the values of a variable come from. */
public record ColumnOrigin(TableScan scan, TableColumn column) {
  public ColumnOrigin {
    requireNonNull(scan, "scan is null");
    requireNonNull(column, "column is null");
  }

  /** Returns the stored column of a variable of a plan; null if its values are computed. */
  public static @Nullable ColumnOrigin of(LogicalPlan plan, Variable variable) {
    return switch (plan) {
      case TableScan scan -> ofScan(scan, variable);
      case LogicalOperator.Project project -> ofProject(project, variable);
      case LogicalOperator operator -> of(operator.input(), variable);
      case LogicalJoin join -> {
        ColumnOrigin found = of(join.left(), variable);
        yield found == null && !join.kind().isLeftOnly() ? of(join.right(), variable) : found;
      }
      default -> null;
    };
  }

  private static @Nullable ColumnOrigin ofScan(TableScan scan, Variable variable) {
    for (TableColumn column : scan.read()) {
      if (column.variable().equals(variable)) {
        return new ColumnOrigin(scan, column);
      }
    }
    return null;
  }

  private static @Nullable ColumnOrigin ofProject(
      LogicalOperator.Project project, Variable variable) {
    for (Assignment assignment : project.assignments()) {
      Expression expression = assignment.expression();
      if (assignment.variable().equals(variable)) {
        return expression instanceof Variable from ? of(project.input(), from) : null;
      }
    }
    return null;
  }
}
