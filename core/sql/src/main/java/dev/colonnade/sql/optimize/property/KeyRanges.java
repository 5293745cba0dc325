package dev.colonnade.sql.optimize.property;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalOperator.Aggregate;
import dev.colonnade.sql.logical.LogicalOperator.Filter;
import dev.colonnade.sql.logical.LogicalOperator.Limit;
import dev.colonnade.sql.logical.LogicalOperator.Project;
import dev.colonnade.sql.logical.LogicalOperator.Sort;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource.TableColumn;
import dev.colonnade.sql.logical.LogicalSource.TableScan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.context.PlannerStatistics;
import dev.colonnade.sql.optimize.cost.CostModel;
import java.util.Set;

/**
 * Test of whether a correlated subquery reads a range of a key whose bounds are outer values. Such
 * a subquery stays dependent: a join with the distinct outer values would compare all pairs, or
 * read the same ranges and group their rows again.
 */
public final class KeyRanges {
  private final PlannerStatistics statistics;

  public KeyRanges(PlannerStatistics statistics) {
    this.statistics = requireNonNull(statistics, "statistics is null");
  }

  /**
   * Returns whether a subquery reads a range of a key of a table that is large enough.
   *
   * @param correlation outer variables that it reads
   */
  public boolean areRead(LogicalPlan subquery, Set<Variable> correlation) {
    return switch (subquery) {
      case Project project -> areRead(project.input(), correlation);
      case Aggregate aggregate ->
          aggregate.keys().isEmpty() && areRead(aggregate.input(), correlation);
      case Sort sort -> areRead(sort.input(), correlation);
      case Limit limit -> areRead(limit.input(), correlation);
      case Filter filter ->
          filter.input() instanceof TableScan scan
              && isLarge(scan.table())
              && hasRange(filter, scan, correlation);
      default -> false;
    };
  }

  /**
   * Returns the rows of the table in which a subquery searches an outer value by the first column
   * of a key; 0 if it searches none so.
   *
   * @param correlation outer variables that it reads
   */
  public long rowsSearchedByKey(LogicalPlan subquery, Set<Variable> correlation) {
    return switch (subquery) {
      case Project project -> rowsSearchedByKey(project.input(), correlation);
      case Sort sort -> rowsSearchedByKey(sort.input(), correlation);
      case Filter filter ->
          filter.input() instanceof TableScan scan && hasEquality(filter, scan, correlation)
              ? statistics.rowCount(scan.table())
              : 0;
      default -> 0;
    };
  }

  private static boolean hasEquality(Filter filter, TableScan scan, Set<Variable> correlation) {
    for (Expression predicate : ExpressionProperties.conjuncts(filter.predicates())) {
      if (predicate instanceof Comparison comparison
          && comparison.operator() == ComparisonOperator.EQUAL
          && (isBound(comparison.left(), comparison.right(), scan, correlation)
              || isBound(comparison.right(), comparison.left(), scan, correlation))) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether comparing a row with all rows costs more than the search of a key. */
  private boolean isLarge(Table table) {
    return statistics.rowCount(table) * CostModel.NESTED_LOOP_PAIR
        > CostModel.SEEK + CostModel.SCAN_START;
  }

  /** Returns whether a range correlates the rows, and no equality, by which they can be hashed. */
  private static boolean hasRange(Filter filter, TableScan scan, Set<Variable> correlation) {
    boolean hasRange = false;
    for (Expression predicate : ExpressionProperties.conjuncts(filter.predicates())) {
      if (!(predicate instanceof Comparison comparison)) {
        continue;
      }
      boolean readsOuter = ExpressionProperties.readsAny(comparison, correlation);
      if (readsOuter && comparison.operator() == ComparisonOperator.EQUAL) {
        return false;
      }
      hasRange |=
          comparison.operator() != ComparisonOperator.NOT_EQUAL
              && comparison.operator() != ComparisonOperator.EQUAL
              && (isBound(comparison.left(), comparison.right(), scan, correlation)
                  || isBound(comparison.right(), comparison.left(), scan, correlation));
    }
    return hasRange;
  }

  private static boolean isBound(
      Expression side, Expression value, TableScan scan, Set<Variable> correlation) {
    Set<Variable> read = LogicalExpressions.variables(value);
    return side instanceof Variable variable
        && isFirstOfKey(variable, scan)
        && !read.isEmpty()
        && correlation.containsAll(read);
  }

  private static boolean isFirstOfKey(Variable variable, TableScan scan) {
    for (TableColumn read : scan.read()) {
      if (read.variable().equals(variable)) {
        int id = read.column().id();
        if (scan.table().schema().primaryKey().getFirst().columnId() == id) {
          return true;
        }
        for (TableIndex index : scan.table().indexes()) {
          if (index.descriptor().isReady()
              && index.descriptor().definition().predicate() == null
              && index.columns().getFirst().columnId() == id) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
