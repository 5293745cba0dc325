package dev.colonnade.sql.optimize.physical.join;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.LogicalSource.TableColumn;
import dev.colonnade.sql.logical.LogicalSubquery;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.access.AccessChoice;
import dev.colonnade.sql.optimize.access.AccessPath;
import dev.colonnade.sql.optimize.access.ColumnBound;
import dev.colonnade.sql.optimize.access.ScanColumns;
import dev.colonnade.sql.optimize.access.TranslatedPredicate;
import dev.colonnade.sql.optimize.context.PlannerSettings;
import dev.colonnade.sql.optimize.context.PlannerSettings.Algorithm;
import dev.colonnade.sql.optimize.cost.CostModel;
import dev.colonnade.sql.optimize.physical.expression.InputColumns;
import dev.colonnade.sql.optimize.physical.expression.Translation;
import dev.colonnade.sql.optimize.physical.row.Estimates;
import dev.colonnade.sql.optimize.physical.row.Goal;
import dev.colonnade.sql.optimize.physical.row.KeyOrder;
import dev.colonnade.sql.optimize.physical.row.PlannedRows;
import dev.colonnade.sql.optimize.physical.scan.TableScanPlanner;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.access.ScanPredicate;
import dev.colonnade.sql.physical.access.TableAccess;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Planner of joins that find the rows of a table by a key of it, where few rows are joined to a
 * table of many. One thread.
 */
final class LookupJoinPlanner {
  /** A lookup must cost less than this part of a hash join: numbers of rows are guesses. */
  private static final double PART_MAX = 0.7;

  private final Translation translation;
  private final TableScanPlanner tables;

  LookupJoinPlanner(Translation translation, TableScanPlanner tables) {
    this.translation = translation;
    this.tables = tables;
  }

  /**
   * Lookup of the rows of a table.
   *
   * @param keys equalities with columns of the table
   * @param others conditions over pairs
   */
  private record Lookup(
      LogicalSource.TableScan scan,
      List<TranslatedPredicate> predicates,
      List<JoinConditions.Equality> keys,
      List<Expression> others,
      AccessPath path,
      double matches,
      double nanos) {}

  /** Returns the cheapest lookup join; null if no lookup is cheaper than a hash join. */
  @Nullable PlannedRows plan(LogicalJoin join, JoinConditions conditions, Goal goal) {
    if (conditions.keys().isEmpty()) {
      return null;
    }
    boolean isKind =
        switch (join.kind()) {
          case INNER, LEFT, SEMI, ANTI -> true;
          case FULL, NULL_AWARE_ANTI, SINGLE -> false;
        };
    Lookup right = isKind ? lookup(join.left(), join.right(), conditions, goal, false) : null;
    boolean isTurnable = join.kind() == LogicalJoin.Kind.INNER;
    Lookup left =
        isTurnable ? lookup(join.right(), join.left(), conditions.swapped(), goal, false) : null;
    if (right != null && (left == null || right.nanos <= left.nanos)) {
      return planned(join, translation.inputs().plan(join.left(), goal), right, goal);
    }
    return left == null
        ? null
        : planned(join, translation.inputs().plan(join.right(), goal), left, goal);
  }

  /**
   * Returns a lookup join whose rows have the order of the goal, which that of its outer rows is,
   * for a goal that reads the first of them; null if there is none.
   */
  @Nullable PlannedRows first(LogicalJoin join, JoinConditions conditions, Goal goal) {
    boolean isInner = join.kind() == LogicalJoin.Kind.INNER;
    boolean isKind =
        isInner || join.kind() == LogicalJoin.Kind.SEMI || join.kind() == LogicalJoin.Kind.ANTI;
    boolean isEnabled = translation.context().settings().isEnabled(Algorithm.NESTED_LOOP);
    if (!isKind || !isEnabled || conditions.keys().isEmpty()) {
      return null;
    }
    PlannedRows left = first(join, conditions, goal, true);
    PlannedRows right = isInner ? first(join, conditions.swapped(), goal, false) : null;
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    return left.estimate().totalCost() <= right.estimate().totalCost() ? left : right;
  }

  private @Nullable PlannedRows first(
      LogicalJoin join, JoinConditions conditions, Goal goal, boolean isLeftOuter) {
    LogicalPlan outer = isLeftOuter ? join.left() : join.right();
    LogicalPlan inner = isLeftOuter ? join.right() : join.left();
    List<KeyOrder> order = orderOf(outer, conditions, goal.order());
    if (order == null) {
      return null;
    }
    double outerRows = Math.max(1, translation.estimator().rows(outer));
    double part = goal.firstRows() / Math.max(1, translation.estimator().rows(join));
    Lookup lookup = lookup(outer, inner, conditions, goal.columnsOnly(), true);
    if (lookup == null) {
      return null;
    }
    Goal ofOuter =
        goal.withOrder(order, goal.orderNanos())
            .withFirstRows(Math.min(outerRows, Math.max(1, part * outerRows)));
    PlannedRows input = translation.inputs().plan(outer, ofOuter);
    return KeyOrder.satisfied(input.order(), order) == order.size()
        ? planned(join, input, lookup, goal.columnsOnly()).inOrder(goal.order())
        : null;
  }

  /** Returns an order over the columns of the outer rows; null if it reads others. */
  private static @Nullable List<KeyOrder> orderOf(
      LogicalPlan outer, JoinConditions conditions, List<KeyOrder> wanted) {
    Map<Variable, Expression> known = new HashMap<>();
    for (JoinConditions.Equality key : conditions.keys()) {
      if (key.right() instanceof Variable inner
          && key.left() instanceof Variable column
          && column.type().equals(inner.type())) {
        known.put(inner, column);
      }
    }
    outer.columns().forEach(column -> known.put(column, column));
    List<KeyOrder> order = new ArrayList<>(wanted.size());
    for (KeyOrder key : wanted) {
      if (!known.keySet().containsAll(LogicalExpressions.variables(key.key()))) {
        return null;
      }
      Expression ofOuter = LogicalExpressions.substitute(key.key(), known);
      order.add(new KeyOrder(ofOuter, key.descending(), key.nullsFirst()));
    }
    return order;
  }

  /**
   * Returns the cheapest lookup.
   *
   * @param isAny whether it may cost more than a hash join
   */
  private @Nullable Lookup lookup(
      LogicalPlan outer, LogicalPlan inner, JoinConditions conditions, Goal goal, boolean isAny) {
    List<Expression> predicates = List.of();
    LogicalPlan plan = inner;
    if (plan instanceof LogicalOperator.Filter filter) {
      predicates = filter.predicates();
      plan = filter.input();
    }
    if (!(plan instanceof LogicalSource.TableScan scan) || hasSubquery(predicates)) {
      return null;
    }
    List<JoinConditions.Equality> keys = new ArrayList<>();
    List<Expression> others = new ArrayList<>(conditions.others());
    List<ColumnBound> bounds = new ArrayList<>();
    ScanColumns columns = ScanColumns.of(scan);
    for (JoinConditions.Equality key : conditions.keys()) {
      TableColumn column = key.right() instanceof Variable variable ? columns.read(variable) : null;
      if (column == null || key.nullsEqual() || !isSearched(column, key.left().type())) {
        others.add(key.condition());
        continue;
      }
      keys.add(key);
      double distinct =
          translation.estimator().statistics(scan).of(column.variable()).distinctCount();
      bounds.add(
          new ColumnBound(
              column.column().id(), ColumnBound.Kind.EQUAL, 1, 1 / Math.max(1, distinct)));
    }
    return keys.isEmpty()
        ? null
        : cheapest(
            outer, inner, new Candidate(scan, predicates, keys, others, bounds, isAny), goal);
  }

  private static boolean hasSubquery(List<Expression> expressions) {
    for (Expression expression : expressions) {
      if (expression instanceof LogicalSubquery || hasSubquery(expression.operands())) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether values of a type are keys of a column as they are. */
  private static boolean isSearched(TableColumn column, VectorType type) {
    VectorType stored = column.variable().type();
    boolean isChanged = stored.kind() == TypeKind.CHAR || stored.kind() == TypeKind.REAL;
    boolean isKind =
        type.kind() == stored.kind()
            || (type.kind().isText() && stored.kind().isText() && type.kind() != TypeKind.CHAR);
    return isKind
        && !isChanged
        && type.hasSameForm(stored)
        && ColumnBound.isOrderedByKey(column.column().type());
  }

  private record Candidate(
      LogicalSource.TableScan scan,
      List<Expression> predicates,
      List<JoinConditions.Equality> keys,
      List<Expression> others,
      List<ColumnBound> bounds,
      boolean isAny) {}

  private @Nullable Lookup cheapest(
      LogicalPlan outer, LogicalPlan inner, Candidate candidate, Goal goal) {
    LogicalSource.TableScan scan = candidate.scan;
    Set<Integer> needed = new HashSet<>();
    for (TableColumn column : scan.read()) {
      needed.add(column.column().id());
    }
    double tableRows = Math.max(AccessPath.ROWS_MIN, translation.estimator().rows(scan));
    List<AccessPath> paths =
        tables.paths().lookups(scan.table(), candidate.bounds, needed, tableRows);
    if (paths.isEmpty()) {
      return null;
    }
    List<TranslatedPredicate> predicates = tables.translated(scan, candidate.predicates);
    for (TranslatedPredicate predicate : predicates) {
      if (!predicate.isDecided()) {
        return null;
      }
    }
    AccessChoice whole = tables.choice(scan, inner, predicates, goal);
    double outerRows = translation.estimator().rows(outer);
    double innerRows = translation.estimator().rows(inner);
    double matches = Double.POSITIVE_INFINITY;
    for (AccessPath path : paths) {
      matches = Math.min(matches, path.isUnique() ? 1 : path.rows());
    }
    double hashed =
        hashNanos(whole, outerRows, innerRows, outerRows * matches / tableRows, read(scan, goal));
    Lookup best = null;
    PlannerSettings settings = translation.context().settings();
    double least =
        hashed * PART_MAX
            + Math.min(
                settings.penalty(Algorithm.HASH_JOIN), settings.penalty(Algorithm.MERGE_JOIN))
            - settings.penalty(Algorithm.NESTED_LOOP);
    least = candidate.isAny ? Double.POSITIVE_INFINITY : least;
    for (AccessPath path : paths) {
      double each = path.isUnique() ? 1 : path.rows();
      double nanos = path.joinCost(outerRows, each);
      if (nanos < least) {
        least = nanos;
        best = new Lookup(scan, predicates, candidate.keys, candidate.others, path, each, nanos);
      }
    }
    return best;
  }

  /**
   * Returns the cost of a hash join and of the scan of its inner input.
   *
   * @param matched fraction of the rows of the table that have a match
   * @param columns number of columns that are read
   */
  private static double hashNanos(
      AccessChoice whole, double outerRows, double innerRows, double matched, int columns) {
    double least = CostModel.columnarScan(AccessPath.ROWS_MIN, 0, AccessPath.ROWS_MIN, columns) / 4;
    boolean isColumnar = whole.access().index() == null && !whole.isSearched();
    double joined =
        isColumnar && innerRows > outerRows && matched < CostModel.RUNTIME_FILTER_MAX
            ? CostModel.filteredHashJoin(
                innerRows, outerRows, 0, matched, CostModel.columnarValues(innerRows, columns - 1))
            : CostModel.hashJoin(Math.max(outerRows, innerRows), Math.min(outerRows, innerRows), 0);
    return Math.max(whole.nanos() + joined, least);
  }

  /** Returns the number of columns that are read for a goal, at least 1. */
  private static int read(LogicalSource.TableScan scan, Goal goal) {
    int read = 0;
    for (TableColumn column : scan.read()) {
      read += goal.needed() == null || goal.needs(column.variable()) ? 1 : 0;
    }
    return Math.max(1, read);
  }

  private PlannedRows planned(LogicalJoin join, PlannedRows input, Lookup lookup, Goal goal) {
    List<Expression> values = new ArrayList<>();
    List<Integer> tableKeys = new ArrayList<>();
    ScanColumns columns = ScanColumns.of(lookup.scan);
    for (JoinConditions.Equality key : lookup.keys) {
      values.add(key.left());
      TableColumn column = columns.read((Variable) key.right());
      tableKeys.add(column == null ? -1 : column.ordinal());
    }
    JoinKeys left =
        JoinKeys.of(input, values, translation.expressions(), translation.context().variables());
    List<ScanPredicate> decided = new ArrayList<>();
    lookup.predicates.forEach(predicate -> decided.addAll(predicate.predicates()));
    PlannedRows table =
        tables.lookup(
            lookup.scan, goal, lookup.path.access(TableAccess.Order.ANY), decided, lookup.matches);
    Expression condition =
        translation
            .expressions()
            .conjunction(lookup.others, InputColumns.ofPairs(left.rows(), table));
    JoinPlan.Kind kind = JoinRows.kind(join.kind());
    double rows = translation.estimator().rows(join);
    PhysicalPlan plan =
        new JoinPlan.LookupJoin(
            kind,
            left.rows().plan(),
            (ScanPlan.TableScan) table.plan(),
            left.positions(),
            tableKeys,
            condition,
            JoinRows.columns(kind, left.rows(), table.columns()),
            Estimates.streaming(left.rows().estimate(), rows, lookup.nanos));
    return JoinRows.joined(kind, plan, left.rows(), table);
  }
}
