package dev.colonnade.sql.optimize.property;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.comparison.DistinctComparison;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator.Aggregate;
import dev.colonnade.sql.logical.LogicalOperator.Filter;
import dev.colonnade.sql.logical.LogicalOperator.Limit;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalOperator.Sort;
import dev.colonnade.sql.logical.LogicalOperator.Window;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource.Rows;
import dev.colonnade.sql.logical.LogicalSource.TableColumn;
import dev.colonnade.sql.logical.LogicalSource.TableScan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.type.schema.Column;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Test of whether the rows of a plan differ in some columns. */
public final class UniqueKeys {
  private UniqueKeys() {}

  /**
   * Returns whether a plan has at most one row for each combination of values of some columns; with
   * no columns, whether it has at most one row.
   */
  public static boolean isUnique(LogicalPlan plan, Set<Variable> columns) {
    return switch (plan) {
      case TableScan scan -> hasKey(scan, columns);
      case Rows rows -> rows.rows().size() <= 1;
      case Filter filter -> isUnique(filter, columns);
      case Project project -> isUnique(project.input(), below(project, columns));
      case Sort sort -> isUnique(sort.input(), columns);
      case Limit limit -> isOne(limit) || isUnique(limit.input(), columns);
      case Window window -> isUnique(window.input(), columns);
      case Aggregate aggregate ->
          aggregate.groupingSets().size() == 1
              && aggregate.groupingSets().getFirst().size() == aggregate.keys().size()
              && aggregate.keys().stream().allMatch(key -> columns.contains(key.output()));
      case LogicalJoin join -> isUnique(join, columns);
      default -> false;
    };
  }

  private static boolean hasKey(TableScan scan, Set<Variable> columns) {
    Set<Integer> read = new HashSet<>();
    for (TableColumn column : scan.read()) {
      if (columns.contains(column.variable())) {
        read.add(column.column().id());
      }
    }
    return !read.isEmpty()
        && read.containsAll(scan.table().schema().keyColumns().stream().map(Column::id).toList());
  }

  private static boolean isOne(Limit limit) {
    return limit.ties().isEmpty()
        && limit.count() instanceof Literal literal
        && literal.value() instanceof Long count
        && count <= 1;
  }

  private static boolean isUnique(Filter filter, Set<Variable> columns) {
    Set<Variable> fixed = new HashSet<>(columns);
    Set<Variable> own = new HashSet<>(filter.columns());
    for (Expression predicate : filter.predicates()) {
      addFixed(predicate, own, fixed);
      if (isFirstRow(predicate, filter.input(), columns)) {
        return true;
      }
    }
    return isUnique(filter.input(), fixed);
  }

  /** Adds variables that equal something that is no column. */
  private static void addFixed(Expression predicate, Set<Variable> columns, Set<Variable> fixed) {
    if (!(predicate instanceof Comparison comparison)
        || comparison.operator() != ComparisonOperator.EQUAL) {
      return;
    }
    if (comparison.left() instanceof Variable left
        && !ExpressionProperties.readsAny(comparison.right(), columns)) {
      fixed.add(left);
    }
    if (comparison.right() instanceof Variable right
        && !ExpressionProperties.readsAny(comparison.left(), columns)) {
      fixed.add(right);
    }
  }

  /** Returns whether a predicate selects the first row of each partition by some columns. */
  private static boolean isFirstRow(
      Expression predicate, LogicalPlan input, Set<Variable> columns) {
    return input instanceof Window window
        && predicate instanceof Comparison comparison
        && comparison.operator() == ComparisonOperator.LESS_OR_EQUAL
        && comparison.left() instanceof Variable number
        && comparison.right() instanceof Literal literal
        && Long.valueOf(1).equals(literal.value())
        && window.functions().stream()
            .anyMatch(
                function ->
                    function.output().equals(number) && function.function().equals("row_number"))
        && window.partition().stream()
            .allMatch(key -> key instanceof Variable variable && columns.contains(variable));
  }

  private static Set<Variable> below(Project project, Set<Variable> columns) {
    Set<Variable> below = new HashSet<>();
    for (Assignment assignment : project.assignments()) {
      if (columns.contains(assignment.variable())
          && assignment.expression() instanceof Variable variable) {
        below.add(variable);
      }
    }
    return below;
  }

  private static boolean isUnique(LogicalJoin join, Set<Variable> columns) {
    return switch (join.kind()) {
      case SEMI, ANTI, NULL_AWARE_ANTI -> isUnique(join.left(), columns);
      case LEFT, SINGLE, INNER ->
          isUnique(join.left(), columns)
              && (join.kind() == LogicalJoin.Kind.SINGLE
                  || isUnique(join.right(), rightKey(join, columns)));
      case FULL -> false;
    };
  }

  /** Returns whether each row of the left input of a join has at most one match. */
  public static boolean hasUniqueMatch(LogicalJoin join) {
    return isUnique(join.right(), rightKey(join, Set.of()));
  }

  private static Set<Variable> rightKey(LogicalJoin join, Set<Variable> columns) {
    Set<Variable> right = new HashSet<>(join.right().columns());
    Set<Variable> key = new HashSet<>(columns);
    key.addAll(matched(join.conditions(), right));
    return key;
  }

  /** Returns the columns of a plan that conditions equate with expressions over other columns. */
  public static Set<Variable> matched(List<Expression> conditions, Set<Variable> columns) {
    Set<Variable> matched = new HashSet<>();
    for (Expression condition : conditions) {
      if (isEquality(condition)) {
        Variable left = matched(condition.operands().getFirst(), columns);
        Variable right = matched(condition.operands().getLast(), columns);
        if (left != null
            && !ExpressionProperties.readsAny(condition.operands().getLast(), columns)) {
          matched.add(left);
        }
        if (right != null
            && !ExpressionProperties.readsAny(condition.operands().getFirst(), columns)) {
          matched.add(right);
        }
      }
    }
    return matched;
  }

  private static boolean isEquality(Expression condition) {
    return (condition instanceof Comparison comparison
            && comparison.operator() == ComparisonOperator.EQUAL)
        || (condition instanceof DistinctComparison distinct && distinct.isNot());
  }

  private static @Nullable Variable matched(Expression operand, Set<Variable> columns) {
    return operand instanceof Variable variable && columns.contains(variable) ? variable : null;
  }
}
