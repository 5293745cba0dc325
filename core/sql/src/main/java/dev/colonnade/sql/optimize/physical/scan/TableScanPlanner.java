package dev.colonnade.sql.optimize.physical.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.LogicalSource.TableColumn;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.access.AccessChoice;
import dev.colonnade.sql.optimize.access.AccessPaths;
import dev.colonnade.sql.optimize.access.AccessRequest;
import dev.colonnade.sql.optimize.access.PointKeys;
import dev.colonnade.sql.optimize.access.ScanColumns;
import dev.colonnade.sql.optimize.access.ScanPredicates;
import dev.colonnade.sql.optimize.access.TranslatedPredicate;
import dev.colonnade.sql.optimize.access.WantedOrder;
import dev.colonnade.sql.optimize.cost.CostModel;
import dev.colonnade.sql.optimize.physical.expression.Conjunctions;
import dev.colonnade.sql.optimize.physical.expression.InputColumns;
import dev.colonnade.sql.optimize.physical.expression.Translation;
import dev.colonnade.sql.optimize.physical.row.Estimates;
import dev.colonnade.sql.optimize.physical.row.Goal;
import dev.colonnade.sql.optimize.physical.row.KeyOrder;
import dev.colonnade.sql.optimize.physical.row.PlannedRows;
import dev.colonnade.sql.optimize.physical.row.Projections;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.SetPlan;
import dev.colonnade.sql.physical.access.ScanPredicate;
import dev.colonnade.sql.physical.access.TableAccess;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Planner of scans of stored tables with the predicates on their rows. One thread. */
public final class TableScanPlanner {
  private final Translation translation;
  private final AccessPaths paths;
  private final Aliases aliases;

  TableScanPlanner(Translation translation, Aliases aliases) {
    this.translation = requireNonNull(translation, "translation is null");
    this.aliases = requireNonNull(aliases, "aliases is null");
    this.paths = new AccessPaths(translation.context(), translation.estimator());
  }

  /** Returns the paths by which rows can be found. */
  public AccessPaths paths() {
    return paths;
  }

  /** Returns predicates over the variables of a scan, as the scan decides them. */
  public List<TranslatedPredicate> translated(
      LogicalSource.TableScan scan, List<Expression> predicates) {
    ScanPredicates translator = new ScanPredicates(ScanColumns.of(scan), this::value);
    List<TranslatedPredicate> all = new ArrayList<>(predicates.size());
    for (Expression predicate : Conjunctions.conjuncts(predicates)) {
      all.add(new TranslatedPredicate(predicate, translator.conjunctsOf(predicate)));
    }
    return all;
  }

  private @Nullable Expression value(Expression source) {
    Expression value = translation.expressions().translate(source, InputColumns.NONE);
    return Conjunctions.isScanValue(value) ? value : null;
  }

  /**
   * Returns the rows of a table.
   *
   * @param whole the scan, or the filter above it that consists of the predicates
   */
  public PlannedRows plan(
      LogicalSource.TableScan scan, LogicalPlan whole, List<Expression> predicates, Goal goal) {
    List<TranslatedPredicate> all = translated(scan, predicates);
    PointKeys.Point point = PointKeys.find(scan.table(), all);
    if (point != null) {
      return byKey(scan, all, point, goal);
    }
    AccessChoice choice = choice(scan, whole, all, goal);
    PlannedRows several = byAlternatives(scan, all, goal, choice.comparedNanos());
    return several == null ? byPath(scan, whole, all, goal, choice) : several;
  }

  /**
   * Returns the rows of several scans, one for each alternative of an OR; null if none of these
   * costs less than a maximum.
   *
   * @param nanosMax the cost of the one scan, with that of a sort that it does not save
   */
  private @Nullable PlannedRows byAlternatives(
      LogicalSource.TableScan scan, List<TranslatedPredicate> all, Goal goal, double nanosMax) {
    Goal below = goal.order().isEmpty() ? goal : goal.columnsOnly();
    List<Alternative> best = List.of();
    double least = nanosMax;
    for (List<List<Expression>> split : new DisjunctionScans(all).splits()) {
      List<Alternative> alternatives = new ArrayList<>(split.size());
      double nanos = goal.order().isEmpty() ? 0 : goal.orderNanos();
      for (List<Expression> predicates : split) {
        Alternative alternative = alternative(scan, predicates, below);
        alternatives.add(alternative);
        nanos += alternative.nanos();
      }
      if (nanos < least) {
        best = alternatives;
        least = nanos;
      }
    }
    return best.isEmpty() ? null : append(scan, best, below);
  }

  /**
   * Scan of the rows of one alternative of an OR.
   *
   * @param choice null for a point read
   */
  private record Alternative(
      LogicalOperator.Filter whole,
      List<TranslatedPredicate> predicates,
      PointKeys.@Nullable Point point,
      @Nullable AccessChoice choice) {
    /** Returns the cost; infinite if no key is searched. */
    double nanos() {
      if (choice == null) {
        return CostModel.RANDOM_LOOKUP;
      }
      return choice.isSearched() ? choice.comparedNanos() : Double.POSITIVE_INFINITY;
    }
  }

  private Alternative alternative(
      LogicalSource.TableScan scan, List<Expression> predicates, Goal goal) {
    LogicalOperator.Filter whole = new LogicalOperator.Filter(scan, predicates);
    List<TranslatedPredicate> all = translated(scan, predicates);
    PointKeys.Point point = PointKeys.find(scan.table(), all);
    AccessChoice choice = point == null ? choice(scan, whole, all, goal) : null;
    return new Alternative(whole, all, point, choice);
  }

  private PlannedRows append(
      LogicalSource.TableScan scan, List<Alternative> alternatives, Goal goal) {
    List<Variable> variables = new ArrayList<>(scan.read().size());
    for (TableColumn column : read(scan, List.of(), goal)) {
      variables.add(column.variable());
    }
    List<PhysicalPlan> inputs = new ArrayList<>(alternatives.size());
    for (Alternative alternative : alternatives) {
      List<TranslatedPredicate> all = alternative.predicates();
      PlannedRows rows =
          alternative.choice() == null
              ? byKey(scan, all, requireNonNull(alternative.point(), "point is null"), goal)
              : byPath(scan, alternative.whole(), all, goal, alternative.choice());
      inputs.add(Projections.arranged(rows, variables).plan());
    }
    return PlannedRows.of(
        new SetPlan.Append(inputs, inputs.getFirst().columns(), Estimates.sum(inputs)), variables);
  }

  private PlannedRows byKey(
      LogicalSource.TableScan scan,
      List<TranslatedPredicate> all,
      PointKeys.Point point,
      Goal goal) {
    List<ScanPredicate> ofKey = new ArrayList<>(all.size());
    List<Expression> others = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      if (point.used().contains(i)) {
        ofKey.addAll(all.get(i).predicates());
      } else {
        others.add(all.get(i).source());
      }
    }
    List<TableColumn> read = read(scan, others, goal);
    boolean lookup = false;
    if (point.key().index() != null) {
      for (TableColumn column : read) {
        lookup |= !point.key().index().contains(column.column().id());
      }
    }
    TableAccess access =
        point.key().index() == null
            ? TableAccess.ROWS
            : new TableAccess(point.key().index(), lookup, TableAccess.Order.ANY, List.of());
    PlanEstimate estimate = Estimates.source(1, CostModel.RANDOM_LOOKUP);
    PlannedRows rows = scan(scan, read, access, ofKey, 0, estimate, point.key());
    return filtered(rows, others, 1);
  }

  private PlannedRows byPath(
      LogicalSource.TableScan scan,
      LogicalPlan whole,
      List<TranslatedPredicate> all,
      Goal goal,
      AccessChoice choice) {
    List<ScanPredicate> decided = new ArrayList<>(all.size());
    List<Expression> others = new ArrayList<>();
    for (TranslatedPredicate predicate : all) {
      decided.addAll(predicate.predicates());
      if (!predicate.isDecided()) {
        others.add(predicate.source());
      }
    }
    List<TableColumn> read = read(scan, others, goal);
    double rows = translation.estimator().rows(whole);
    boolean isOrdered = !goal.order().isEmpty() && choice.isOrdered();
    boolean isLimited =
        goal.limit() != null && others.isEmpty() && (goal.order().isEmpty() || isOrdered);
    long rowLimit = isLimited && goal.limit() != null ? literalOf(goal.limit()) : 0;
    double returned = others.isEmpty() ? rows : choice.rows();
    if (rowLimit > 0) {
      returned = Math.min(returned, (double) rowLimit);
    }
    double nanos = choice.nanos();
    if (rowLimit == 0 && isOrdered && goal.isPartial()) {
      // The choice was for the first rows.
      nanos /= Math.clamp(goal.firstRows() / Math.max(1, rows), 1e-9, 1);
    }
    PlanEstimate estimate = Estimates.source(returned, nanos);
    PlannedRows planned = scan(scan, read, choice.access(), decided, rowLimit, estimate, null);
    PlannedRows filtered = filtered(planned, others, rows);
    return isOrdered ? filtered.inOrder(goal.order()) : filtered;
  }

  /** Returns the columns that are read: those that are needed above, and those of predicates. */
  private static List<TableColumn> read(
      LogicalSource.TableScan scan, List<Expression> others, Goal goal) {
    if (goal.needed() == null) {
      return scan.read();
    }
    BitSet tested = new BitSet();
    for (Expression other : others) {
      for (Variable variable : LogicalExpressions.variables(other)) {
        tested.set(variable.id());
      }
    }
    List<TableColumn> read = new ArrayList<>(scan.read().size());
    for (TableColumn column : scan.read()) {
      if (goal.needs(column.variable()) || tested.get(column.variable().id())) {
        read.add(column);
      }
    }
    return read;
  }

  /** Returns the ids of the columns that are read or tested. */
  private static Set<Integer> needed(
      LogicalSource.TableScan scan, List<TableColumn> read, List<TranslatedPredicate> all) {
    Set<Integer> needed = HashSet.newHashSet(scan.read().size());
    for (TableColumn column : read) {
      needed.add(column.column().id());
    }
    ScanColumns columns = ScanColumns.of(scan);
    for (TranslatedPredicate predicate : all) {
      for (Variable variable : LogicalExpressions.variables(predicate.source())) {
        TableColumn column = columns.read(variable);
        if (column != null) {
          needed.add(column.column().id());
        }
      }
    }
    return needed;
  }

  /** Returns the wanted order by columns. */
  private static List<WantedOrder> wanted(LogicalSource.TableScan scan, List<KeyOrder> keys) {
    List<WantedOrder> wanted = new ArrayList<>(keys.size());
    ScanColumns columns = ScanColumns.of(scan);
    for (KeyOrder key : keys) {
      wanted.add(WantedOrder.of(key.key(), key.descending(), key.nullsFirst(), columns));
    }
    return wanted;
  }

  /** Returns the cheapest access path of a scan. */
  public AccessChoice choice(
      LogicalSource.TableScan scan, LogicalPlan whole, List<TranslatedPredicate> all, Goal goal) {
    List<Expression> others = new ArrayList<>();
    for (TranslatedPredicate predicate : all) {
      if (!predicate.isDecided()) {
        others.add(predicate.source());
      }
    }
    List<TableColumn> read = read(scan, others, goal);
    return paths.choose(
        new AccessRequest(
            scan,
            all,
            needed(scan, read, all),
            read.size(),
            Math.max(1, translation.estimator().rows(scan)),
            translation.estimator().rows(whole),
            goal.firstRows(),
            wanted(scan, goal.order()),
            goal.orderNanos()),
        this::value);
  }

  /** Returns the number of a literal; 0 if it is none. */
  private static long literalOf(Expression limit) {
    return limit instanceof Literal literal && literal.value() instanceof Number number
        ? Math.max(0, number.longValue())
        : 0;
  }

  /** Returns the scan of columns. */
  private PlannedRows scan(
      LogicalSource.TableScan scan,
      List<TableColumn> read,
      TableAccess access,
      List<ScanPredicate> predicates,
      long rowLimit,
      PlanEstimate estimate,
      ScanPlan.@Nullable PointKey point) {
    String prefix = aliases.unique(scan, scan.alias()) + ".";
    List<Integer> ordinals = new ArrayList<>(read.size());
    List<PlanColumn> columns = new ArrayList<>(read.size());
    List<Variable> variables = new ArrayList<>(read.size());
    for (TableColumn column : read) {
      ordinals.add(column.ordinal());
      variables.add(column.variable());
      columns.add(new PlanColumn(prefix + column.column().name(), column.variable().type()));
    }
    return PlannedRows.of(
        new ScanPlan.TableScan(
            scan.table(), access, ordinals, predicates, rowLimit, columns, estimate, point),
        variables);
  }

  /**
   * Returns the scan whose rows a lookup join finds.
   *
   * @param decided predicates on its rows
   * @param rows estimated number for each search
   */
  public PlannedRows lookup(
      LogicalSource.TableScan scan,
      Goal goal,
      TableAccess access,
      List<ScanPredicate> decided,
      double rows) {
    PlanEstimate estimate = Estimates.source(rows, CostModel.BATCHED_LOOKUP);
    return scan(scan, read(scan, List.of(), goal), access, decided, 0, estimate, null);
  }

  private PlannedRows filtered(PlannedRows input, List<Expression> predicates, double rows) {
    Expression condition =
        translation.expressions().conjunction(predicates, InputColumns.of(input));
    if (condition == null) {
      return input;
    }
    PhysicalPlan plan =
        new RowPlan.Filter(
            input.plan(),
            condition,
            Estimates.streaming(
                input.estimate(),
                rows,
                CostModel.expressions(input.estimate().rows(), predicates.size())));
    return input.by(plan);
  }
}
