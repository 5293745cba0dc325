package dev.colonnade.sql.optimize.physical.aggregate;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.logic.NullTest;
import dev.colonnade.sql.logical.AggregateFunction;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.LogicalSource.TableColumn;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.type.schema.KeyColumn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Recognition of MIN and MAX of all rows of a table, which the first row of a key has. */
final class FirstRowAggregates {
  private FirstRowAggregates() {}

  /**
   * Rows of which the first one by an order has the value.
   *
   * @param isLast whether it is the greatest value
   */
  record FirstRow(LogicalPlan rows, Variable variable, boolean isLast) {}

  /** Returns the rows; null if an aggregation is anything else, or no key has the column. */
  static @Nullable FirstRow find(LogicalOperator.Aggregate aggregate) {
    if (!aggregate.keys().isEmpty()
        || aggregate.groupingSets().size() != 1
        || aggregate.functions().size() != 1) {
      return null;
    }
    AggregateFunction function = aggregate.functions().getFirst();
    boolean isLast = function.function().equals("max");
    if ((!isLast && !function.function().equals("min"))
        || function.filter() != null
        || !(function.arguments().getFirst() instanceof Variable variable)) {
      return null;
    }
    LogicalPlan input = withoutProjections(aggregate.input());
    LogicalPlan source = input instanceof LogicalOperator.Filter filter ? filter.input() : input;
    if (!(source instanceof LogicalSource.TableScan scan)) {
      return null;
    }
    TableColumn column = column(scan, variable);
    if (column == null || !isInKey(scan, column.column().id())) {
      return null;
    }
    boolean needsTest = !isLast && column.column().nullable();
    return new FirstRow(needsTest ? tested(input, variable) : input, variable, isLast);
  }

  private static LogicalPlan withoutProjections(LogicalPlan plan) {
    LogicalPlan below = plan;
    while (below instanceof LogicalOperator.Project project && isIdentity(project)) {
      below = project.input();
    }
    return below;
  }

  private static boolean isIdentity(LogicalOperator.Project project) {
    for (Assignment assignment : project.assignments()) {
      if (!assignment.variable().equals(assignment.expression())) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable TableColumn column(LogicalSource.TableScan scan, Variable variable) {
    for (TableColumn column : scan.read()) {
      if (column.variable().equals(variable)) {
        return column;
      }
    }
    return null;
  }

  private static boolean isInKey(LogicalSource.TableScan scan, int columnId) {
    if (contains(scan.table().schema().primaryKey(), columnId)) {
      return true;
    }
    for (TableIndex index : scan.table().indexes()) {
      if (index.descriptor().isReady() && contains(index.columns(), columnId)) {
        return true;
      }
    }
    return false;
  }

  private static boolean contains(List<KeyColumn> key, int columnId) {
    for (KeyColumn part : key) {
      if (part.columnId() == columnId) {
        return true;
      }
    }
    return false;
  }

  /** Returns the rows without those that have NULL, which keys have in front. */
  private static LogicalPlan tested(LogicalPlan input, Variable variable) {
    List<Expression> predicates = new ArrayList<>();
    LogicalPlan source = input;
    if (input instanceof LogicalOperator.Filter filter) {
      predicates.addAll(filter.predicates());
      source = filter.input();
    }
    predicates.add(new NullTest(true, variable));
    return new LogicalOperator.Filter(source, predicates);
  }
}
