package dev.colonnade.sql.optimize.physical.join;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.OuterReference;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.access.AccessChoice;
import dev.colonnade.sql.optimize.access.ScanColumns;
import dev.colonnade.sql.optimize.access.TranslatedPredicate;
import dev.colonnade.sql.optimize.context.PlannerSettings.Algorithm;
import dev.colonnade.sql.optimize.cost.CostModel;
import dev.colonnade.sql.optimize.physical.expression.Conjunctions;
import dev.colonnade.sql.optimize.physical.expression.OuterScopes;
import dev.colonnade.sql.optimize.physical.expression.Translation;
import dev.colonnade.sql.optimize.physical.row.Goal;
import dev.colonnade.sql.optimize.physical.row.PlannedRows;
import dev.colonnade.sql.optimize.physical.scan.TableScanPlanner;
import dev.colonnade.sql.optimize.property.ExpressionProperties;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.type.schema.KeyColumn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Planner of joins that read a range of a key of a table for each outer row, as in {@code t.x
 * BETWEEN o.low AND o.high}: dependent joins whose right input is a scan by bounds that are values
 * of the outer row. One thread.
 */
final class RangeJoinPlanner {
  private final Translation translation;
  private final TableScanPlanner tables;

  RangeJoinPlanner(Translation translation, TableScanPlanner tables) {
    this.translation = translation;
    this.tables = tables;
  }

  /**
   * Reads of a table by ranges.
   *
   * @param scan of the table
   * @param filtered the scan with the predicates on its rows and the conditions of the join
   * @param nanos estimated cost of the reads for all outer rows
   */
  private record Ranges(
      LogicalPlan outer,
      LogicalSource.TableScan scan,
      LogicalOperator.Filter filtered,
      double nanos) {}

  /**
   * Returns the cheapest join by ranges; null if none costs less than another join.
   *
   * @param otherNanos cost of the other join, with the scan of its inner input
   */
  @Nullable PlannedRows plan(LogicalJoin join, Goal goal, double otherNanos) {
    boolean isKind =
        switch (join.kind()) {
          case INNER, LEFT, SEMI, ANTI -> true;
          case FULL, NULL_AWARE_ANTI, SINGLE -> false;
        };
    if (!isKind || !translation.context().settings().isEnabled(Algorithm.NESTED_LOOP)) {
      return null;
    }
    List<Expression> conditions = Conjunctions.conjuncts(join.conditions());
    Ranges best = ranges(join.left(), join.right(), conditions, goal);
    if (join.kind() == LogicalJoin.Kind.INNER) {
      Ranges turned = ranges(join.right(), join.left(), conditions, goal);
      best = best == null || (turned != null && turned.nanos < best.nanos) ? turned : best;
    }
    return best == null || best.nanos >= otherNanos ? null : planned(join, best, goal);
  }

  /** Returns the reads of the inner input; null if no key of it is bounded by outer rows. */
  private @Nullable Ranges ranges(
      LogicalPlan outer, LogicalPlan inner, List<Expression> conditions, Goal goal) {
    List<Expression> all = new ArrayList<>();
    LogicalPlan below = inner;
    if (below instanceof LogicalOperator.Filter filter) {
      all.addAll(filter.predicates());
      below = filter.input();
    }
    if (!(below instanceof LogicalSource.TableScan scan) || !hasRange(scan, conditions)) {
      return null;
    }
    all.addAll(conditions);
    for (Expression predicate : all) {
      if (ExpressionProperties.hasSubquery(predicate)
          || ExpressionProperties.isVolatile(predicate)) {
        return null;
      }
    }
    LogicalOperator.Filter filtered = new LogicalOperator.Filter(scan, all);
    double outerRows = translation.estimator().rows(outer);
    OuterScopes.Before before = translation.scopes().enter(unplaced(outer));
    List<TranslatedPredicate> translated = tables.translated(scan, all);
    AccessChoice choice = tables.choice(scan, filtered, translated, goal);
    translation.scopes().leave(before);
    double nanos = outerRows * (choice.nanos() + CostModel.RESTART);
    return new Ranges(outer, scan, filtered, nanos);
  }

  /** Returns references to the columns of outer rows whose plan does not exist yet. */
  private static Map<Variable, OuterReference> unplaced(LogicalPlan outer) {
    Map<Variable, OuterReference> visible = new HashMap<>();
    for (Variable column : outer.columns()) {
      visible.put(column, new OuterReference(column.type(), 0, 0, column.name()));
    }
    return visible;
  }

  /** Returns whether a condition compares a column of a key with a value of the other input. */
  private static boolean hasRange(LogicalSource.TableScan scan, List<Expression> conditions) {
    ScanColumns columns = ScanColumns.of(scan);
    Set<Integer> keys = new HashSet<>();
    for (KeyColumn part : scan.table().schema().primaryKey()) {
      keys.add(part.columnId());
    }
    scan.table().indexes().forEach(index -> index.columns().forEach(k -> keys.add(k.columnId())));
    for (Expression condition : conditions) {
      if (condition instanceof Comparison comparison
          && isRange(comparison.operator())
          && (isKey(comparison.left(), comparison.right(), columns, keys)
              || isKey(comparison.right(), comparison.left(), columns, keys))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isRange(ComparisonOperator operator) {
    return switch (operator) {
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> true;
      case EQUAL, NOT_EQUAL -> false;
    };
  }

  private static boolean isKey(
      Expression side, Expression value, ScanColumns columns, Set<Integer> keys) {
    Set<Variable> ofSide = LogicalExpressions.variables(side);
    boolean isKey = false;
    for (Variable variable : ofSide) {
      LogicalSource.TableColumn column = columns.read(variable);
      isKey |= column != null && keys.contains(column.column().id());
    }
    for (Variable variable : LogicalExpressions.variables(value)) {
      isKey &= columns.read(variable) == null;
    }
    return isKey && ofSide.size() == 1;
  }

  private PlannedRows planned(LogicalJoin join, Ranges ranges, Goal goal) {
    Set<Variable> read = new HashSet<>(LogicalExpressions.freeVariables(ranges.filtered));
    PlannedRows outer = translation.inputs().plan(ranges.outer, goal.reading(read));
    int id = translation.scopes().nextId();
    OuterScopes.Before before = translation.scopes().enter(DependentJoinPlanner.visible(outer, id));
    PlannedRows inner =
        tables.plan(ranges.scan, ranges.filtered, ranges.filtered.predicates(), goal);
    translation.scopes().leave(before);
    JoinPlan.Kind kind = JoinRows.kind(join.kind());
    PhysicalPlan plan =
        new JoinPlan.DependentJoin(
            kind,
            outer.plan(),
            inner.plan(),
            id,
            null,
            JoinRows.columns(kind, outer, inner.columns()),
            DependentJoinPlanner.estimate(
                outer.estimate(), inner.estimate(), translation.estimator().rows(join)));
    return JoinRows.joined(kind, plan, outer, inner);
  }
}
