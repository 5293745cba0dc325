package dev.colonnade.sql.optimize.cost;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource.TableColumn;
import dev.colonnade.sql.logical.LogicalSource.TableScan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.type.schema.KeyColumn;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Unique keys of plans, for estimates: rows with a NULL in a unique index count as different, and
 * constraints that are checked at the end of the transaction count.
 */
public final class UniqueKeys {
  private UniqueKeys() {}

  /** Returns whether no two rows of a plan have the same values of some variables. */
  public static boolean areUnique(LogicalPlan plan, Set<Variable> variables) {
    return switch (plan) {
      case TableScan scan -> areUnique(scan, variables);
      case LogicalOperator.Project project -> areUnique(project, variables);
      case LogicalOperator.Aggregate aggregate -> areUnique(aggregate, variables);
      case LogicalOperator.Unnest _ -> false;
      case LogicalOperator operator -> areUnique(operator.input(), variables);
      case LogicalJoin join -> areUnique(join, variables);
      default -> false;
    };
  }

  private static boolean areUnique(TableScan scan, Set<Variable> variables) {
    Set<Integer> ids = new HashSet<>();
    for (TableColumn column : scan.read()) {
      if (variables.contains(column.variable())) {
        ids.add(column.column().id());
      }
    }
    return areUnique(scan.table(), ids);
  }

  /** Returns whether some columns of a table contain all columns of a unique key. */
  public static boolean areUnique(Table table, Set<Integer> columnIds) {
    if (containsAll(columnIds, table.schema().primaryKey())) {
      return true;
    }
    for (TableIndex index : table.indexes()) {
      boolean isWhole = index.descriptor().definition().predicate() == null;
      if (index.isUnique() && isWhole && containsAll(columnIds, index.columns())) {
        return true;
      }
    }
    return false;
  }

  private static boolean containsAll(Set<Integer> columnIds, List<KeyColumn> key) {
    return !key.isEmpty() && key.stream().allMatch(part -> columnIds.contains(part.columnId()));
  }

  private static boolean areUnique(LogicalOperator.Project project, Set<Variable> variables) {
    Set<Variable> inputs = new HashSet<>();
    for (Assignment assignment : project.assignments()) {
      Expression expression = assignment.expression();
      if (expression instanceof Variable variable && variables.contains(assignment.variable())) {
        inputs.add(variable);
      }
    }
    return areUnique(project.input(), inputs);
  }

  private static boolean areUnique(LogicalOperator.Aggregate aggregate, Set<Variable> variables) {
    return aggregate.groupingSets().size() == 1
        && aggregate.keys().stream().allMatch(key -> variables.contains(key.output()));
  }

  private static boolean areUnique(LogicalJoin join, Set<Variable> variables) {
    if (join.kind().isLeftOnly() || join.kind() == LogicalJoin.Kind.SINGLE) {
      return areUnique(join.left(), variables);
    }
    if (join.isDependent() || join.kind() == LogicalJoin.Kind.FULL) {
      return false;
    }
    if (areUnique(join.left(), variables) && areUnique(join.right(), keysOf(join, join.right()))) {
      return true;
    }
    return join.kind() == LogicalJoin.Kind.INNER
        && areUnique(join.right(), variables)
        && areUnique(join.left(), keysOf(join, join.left()));
  }

  /** Returns the variables of one side that a join compares with the other one for equality. */
  private static Set<Variable> keysOf(LogicalJoin join, LogicalPlan side) {
    Set<Variable> columns = new HashSet<>(side.columns());
    Set<Variable> keys = new HashSet<>();
    for (Expression condition : join.conditions()) {
      if (condition instanceof Comparison comparison
          && comparison.operator() == ComparisonOperator.EQUAL) {
        addKey(comparison.left(), comparison.right(), columns, keys);
        addKey(comparison.right(), comparison.left(), columns, keys);
      }
    }
    return keys;
  }

  private static void addKey(
      Expression key, Expression other, Set<Variable> columns, Set<Variable> keys) {
    Variable variable = ownVariable(key, columns);
    if (variable != null && ownVariable(other, columns) == null) {
      keys.add(variable);
    }
  }

  private static @Nullable Variable ownVariable(Expression expression, Set<Variable> columns) {
    return expression instanceof Variable variable && columns.contains(variable) ? variable : null;
  }
}
