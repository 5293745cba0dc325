package dev.colonnade.sql.optimize.physical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.logical.Assignment;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.SortItem;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.context.PlannerSettings.Algorithm;
import dev.colonnade.sql.optimize.cost.CostModel;
import dev.colonnade.sql.optimize.physical.expression.InputColumns;
import dev.colonnade.sql.optimize.physical.expression.Translation;
import dev.colonnade.sql.optimize.physical.row.Estimates;
import dev.colonnade.sql.optimize.physical.row.Goal;
import dev.colonnade.sql.optimize.physical.row.KeyOrder;
import dev.colonnade.sql.optimize.physical.row.PlannedRows;
import dev.colonnade.sql.optimize.physical.row.Projections;
import dev.colonnade.sql.optimize.physical.row.RowsNeeded;
import dev.colonnade.sql.physical.AggregatePlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Planner of operators that filter, compute, order or limit the rows of one input. */
final class RowPlanner {
  /** Estimated number of rows where a limit is a parameter. */
  private static final double UNKNOWN_LIMIT = 100;

  /**
   * Cost of reading an input by its order, as a part of that of reading and sorting it all, from
   * which on it is not read: groups may be larger than estimated.
   */
  private static final double PRESORTED_SHARE_MAX = 0.5;

  private final Translation translation;

  RowPlanner(Translation translation) {
    this.translation = requireNonNull(translation, "translation is null");
  }

  PlannedRows filter(LogicalOperator.Filter filter, Goal goal) {
    // Rows that the filter removes do not count for a limit.
    double removed =
        translation.estimator().rows(filter.input())
            / Math.max(1, translation.estimator().rows(filter));
    Goal below =
        goal.reading(filter.predicates()).withFirstRows(goal.firstRows() * Math.max(1, removed));
    PlannedRows input = translation.inputs().plan(filter.input(), below);
    Expression condition =
        translation.expressions().conjunction(filter.predicates(), InputColumns.of(input));
    if (condition == null) {
      return input;
    }
    double nanos = CostModel.expressions(input.estimate().rows(), filter.predicates().size());
    return input.by(
        new RowPlan.Filter(
            input.plan(),
            condition,
            Estimates.streaming(input.estimate(), translation.estimator().rows(filter), nanos)));
  }

  PlannedRows project(LogicalOperator.Project project, Goal goal) {
    List<Assignment> needed = new ArrayList<>(project.assignments().size());
    List<Expression> read = new ArrayList<>(project.assignments().size());
    Map<Variable, Variable> sources = new HashMap<>();
    Map<Expression, Expression> computed = new HashMap<>();
    boolean computes = false;
    for (Assignment assignment : project.assignments()) {
      if (!goal.needs(assignment.variable()) && !assignment.expression().isVolatile()) {
        continue;
      }
      needed.add(assignment);
      read.add(assignment.expression());
      computed.put(assignment.variable(), assignment.expression());
      if (assignment.expression() instanceof Variable source) {
        sources.put(assignment.variable(), source);
      } else {
        computes = true;
      }
    }
    Goal below =
        goal.readingOnly(read).withOrder(sources(goal.order(), computed), goal.orderNanos());
    boolean losesOrder = !goal.order().isEmpty() && below.order().size() < goal.order().size();
    PlannedRows input =
        translation.inputs().plan(project.input(), losesOrder ? below.columnsOnly() : below);
    List<KeyOrder> order = renamed(input.order(), needed);
    boolean readsOuter = !sources.values().stream().allMatch(input::has);
    if (!computes && !readsOuter && isNarrow(input, needed)) {
      return input.renamed(sources).inOrder(order);
    }
    List<Variable> variables = new ArrayList<>(needed.size());
    needed.forEach(assignment -> variables.add(assignment.variable()));
    List<Expression> expressions =
        translation.expressions().translateAll(read, InputColumns.of(input));
    return PlannedRows.of(Projections.of(input.plan(), expressions, variables), variables)
        .inOrder(order);
  }

  /** Returns whether rows have no columns but those of a projection that computes nothing. */
  private static boolean isNarrow(PlannedRows input, List<Assignment> assignments) {
    if (input.plan() instanceof ScanPlan.TableScan) {
      return true;
    }
    Set<Integer> used = new HashSet<>();
    for (Assignment assignment : assignments) {
      if (assignment.expression() instanceof Variable source) {
        int index = input.find(source);
        if (index < 0) {
          return false;
        }
        used.add(index);
      }
    }
    return used.size() == input.columns().size();
  }

  /** Returns the keys of an order of a projection over its input, up to the first that is none. */
  private static List<KeyOrder> sources(List<KeyOrder> keys, Map<Expression, Expression> computed) {
    List<KeyOrder> found = new ArrayList<>(keys.size());
    for (KeyOrder key : keys) {
      Expression source = computed.get(key.key());
      if (source == null || source.isVolatile() || source.subquery() != null) {
        break;
      }
      found.add(new KeyOrder(source, key.descending(), key.nullsFirst()));
    }
    return found;
  }

  private static List<KeyOrder> renamed(List<KeyOrder> keys, List<Assignment> assignments) {
    List<KeyOrder> found = new ArrayList<>(keys.size());
    for (KeyOrder key : keys) {
      Variable name = null;
      for (Assignment assignment : assignments) {
        name = assignment.expression().equals(key.key()) ? assignment.variable() : name;
      }
      if (name == null) {
        break;
      }
      found.add(new KeyOrder(name, key.descending(), key.nullsFirst()));
    }
    return found;
  }

  PlannedRows sort(LogicalOperator.Sort sort, Goal goal) {
    List<Expression> keys = sort.expressions();
    double rows = translation.estimator().rows(sort.input());
    List<KeyOrder> wanted = KeyOrder.of(sort.keys());
    boolean isWhole = wanted.size() == keys.size();
    // The first rows of another order are not those of this one.
    boolean isLimited = KeyOrder.satisfied(wanted, goal.order()) == goal.order().size();
    Expression limit = isLimited ? goal.limit() : null;
    double nanos =
        sortNanos(rows, limit) + translation.context().settings().penalty(Algorithm.SORT);
    Goal below =
        goal.reading(keys)
            .withLimit(isWhole ? limit : null)
            .withOrder(isWhole ? wanted : List.of(), nanos);
    PlannedRows input = translation.inputs().plan(sort.input(), below);
    int sorted = KeyOrder.satisfied(input.order(), wanted);
    if (limit != null && sorted < keys.size() && !isSingle(input.plan())) {
      double whole = input.estimate().totalCost() + CostModel.units(nanos);
      PlannedRows first = presorted(sort, goal.reading(keys), limit, PRESORTED_SHARE_MAX * whole);
      if (first != null) {
        return first;
      }
    }
    if (keys.isEmpty() || sorted == keys.size() || isSingle(input.plan())) {
      return input;
    }
    SortedColumns columns = columns(sort.keys(), input);
    PlanEstimate unsorted = columns.input().estimate();
    PhysicalPlan plan =
        new RowPlan.Sort(
            columns.input().plan(),
            columns.keys(),
            sorted,
            limit,
            Estimates.blocking(unsorted, limited(unsorted.rows(), limit), nanos));
    return columns.input().by(plan).inOrder(wanted);
  }

  /**
   * Returns the first rows of a sort from an input that is sorted by some of the first keys, of
   * which only the first groups are read; null if there is none below a cost.
   *
   * @param costMax in the unit of estimates
   */
  private @Nullable PlannedRows presorted(
      LogicalOperator.Sort sort, Goal goal, Expression limit, double costMax) {
    List<KeyOrder> wanted = KeyOrder.of(sort.keys());
    if (!isScan(sort.input())) {
      return null;
    }
    double rows = translation.estimator().rows(sort.input());
    for (int count = Math.min(wanted.size(), sort.keys().size() - 1); count > 0; count--) {
      List<KeyOrder> prefix = wanted.subList(0, count);
      Set<Variable> variables = new HashSet<>();
      prefix.forEach(key -> variables.addAll(LogicalExpressions.variables(key.key())));
      double groups = Math.max(1, translation.estimator().distinctCount(sort.input(), variables));
      // All rows of the last group are read, and the first one of the next.
      double read = limited(rows, limit) + rows / groups + 1;
      PlannedRows input =
          translation
              .inputs()
              .plan(
                  sort.input(),
                  goal.withFirstRows(read).withOrder(prefix, costMax * CostModel.NANOS_PER_UNIT));
      PlanEstimate first = Estimates.first(input.estimate(), read);
      double nanos = CostModel.sort(first.rows());
      boolean isCheap = first.totalCost() + CostModel.units(nanos) < costMax;
      if (isCheap && KeyOrder.satisfied(input.order(), wanted) >= count) {
        SortedColumns columns = columns(sort.keys(), input);
        return columns
            .input()
            .by(
                new RowPlan.Sort(
                    columns.input().plan(),
                    columns.keys(),
                    count,
                    limit,
                    Estimates.blocking(first, limited(rows, limit), nanos)))
            .inOrder(wanted);
      }
    }
    return null;
  }

  /** Returns whether a plan is a scan with filters and projections. */
  private static boolean isScan(LogicalPlan plan) {
    return switch (plan) {
      case LogicalOperator.Filter filter -> isScan(filter.input());
      case LogicalOperator.Project project -> isScan(project.input());
      case LogicalSource.TableScan _ -> true;
      default -> false;
    };
  }

  private static double sortNanos(double rows, @Nullable Expression limit) {
    return limit == null ? CostModel.sort(rows) : CostModel.topRows(rows, limited(rows, limit));
  }

  private static double limited(double rows, @Nullable Expression limit) {
    if (limit == null) {
      return rows;
    }
    return limit instanceof Literal literal && literal.value() instanceof Number number
        ? Math.min(rows, Math.max(1, number.doubleValue()))
        : Math.min(rows, UNKNOWN_LIMIT);
  }

  /** Rows with the keys of a sort among their columns. */
  private record SortedColumns(PlannedRows input, List<SortKey> keys) {}

  /** Adds the keys that are computed as columns. */
  private SortedColumns columns(List<SortItem> items, PlannedRows input) {
    List<Expression> computed = new ArrayList<>();
    List<Variable> names = new ArrayList<>();
    List<Variable> ofKeys = new ArrayList<>(items.size());
    for (SortItem item : items) {
      if (item.expression() instanceof Variable variable && input.has(variable)) {
        ofKeys.add(variable);
      } else {
        Expression key =
            translation.expressions().translate(item.expression(), InputColumns.of(input));
        Variable name = translation.context().variables().create(key.type(), "sort key");
        computed.add(key);
        names.add(name);
        ofKeys.add(name);
      }
    }
    PlannedRows all = Projections.extended(input, computed, names);
    List<SortKey> keys = new ArrayList<>(items.size());
    for (int i = 0; i < ofKeys.size(); i++) {
      SortItem item = items.get(i);
      keys.add(new SortKey(all.index(ofKeys.get(i)), item.descending(), item.nullsFirst()));
    }
    return new SortedColumns(all, keys);
  }

  /** Returns whether a plan has at most one row. */
  private static boolean isSingle(PhysicalPlan plan) {
    return switch (plan) {
      case ScanPlan.TableScan scan -> scan.point() != null || scan.rowLimit() == 1;
      case ScanPlan.Values values -> values.rows().size() <= 1;
      case AggregatePlan.HashAggregate aggregate ->
          aggregate.keys().isEmpty() && aggregate.groupingSets().size() == 1;
      case RowPlan.Filter filter -> isSingle(filter.input());
      case RowPlan.Project project -> isSingle(project.input());
      default -> false;
    };
  }

  PlannedRows limit(LogicalOperator.Limit limit, Goal goal) {
    Expression offset = constant(limit.offset());
    Expression count = constant(limit.count());
    List<Expression> ties = new ArrayList<>(limit.ties().size());
    limit.ties().forEach(item -> ties.add(item.expression()));
    Expression needed = ties.isEmpty() ? RowsNeeded.of(offset, count) : null;
    PlannedRows input =
        translation
            .inputs()
            .plan(limit.input(), goal.columnsOnly().reading(ties).withLimit(needed));
    PlanEstimate estimate = input.estimate();
    if (count != null) {
      estimate =
          Estimates.first(estimate, limited(estimate.rows(), needed == null ? count : needed));
    }
    if (ties.isEmpty()) {
      return input.by(new RowPlan.Limit(input.plan(), offset, count, List.of(), estimate));
    }
    SortedColumns columns = columns(limit.ties(), input);
    return columns
        .input()
        .by(new RowPlan.Limit(columns.input().plan(), offset, count, columns.keys(), estimate));
  }

  private @Nullable Expression constant(@Nullable Expression expression) {
    return expression == null
        ? null
        : translation.expressions().translate(expression, InputColumns.NONE);
  }

  PlannedRows unnest(LogicalOperator.Unnest unnest, Goal goal) {
    if (isOneRow(unnest.input())) {
      return functions(unnest);
    }
    PlannedRows input =
        translation.inputs().plan(unnest.input(), goal.columnsOnly().reading(unnest.expressions()));
    List<PlanColumn> columns = new ArrayList<>(input.columns());
    List<Variable> added = added(unnest);
    added.forEach(variable -> columns.add(new PlanColumn(variable.name(), variable.type())));
    List<Expression> functions =
        translation.expressions().translateAll(unnest.expressions(), InputColumns.of(input));
    PhysicalPlan plan =
        new RowPlan.Unnest(
            input.plan(),
            functions,
            widths(unnest),
            unnest.ordinality() != null,
            true,
            columns,
            estimate(unnest, input.estimate()));
    return input.joined(plan, PlannedRows.of(plan, added), input.columns().size());
  }

  private static boolean isOneRow(LogicalPlan plan) {
    return plan instanceof LogicalSource.Rows rows
        && rows.rows().size() == 1
        && rows.columns().isEmpty();
  }

  /** Returns the rows of functions alone, whose lists are the columns of one row. */
  private PlannedRows functions(LogicalOperator.Unnest unnest) {
    List<Expression> lists =
        translation.expressions().translateAll(unnest.expressions(), InputColumns.NONE);
    List<PlanColumn> ofRow = new ArrayList<>();
    List<Expression> references = new ArrayList<>();
    for (Expression list : lists) {
      references.add(new ColumnReference(list.type(), ofRow.size()));
      ofRow.add(new PlanColumn(list.sql(List.of()), list.type()));
    }
    PlanEstimate one = PlanEstimate.ofRows(1);
    PhysicalPlan row = new ScanPlan.Values(List.of(lists), ofRow, one);
    List<Variable> added = added(unnest);
    List<PlanColumn> columns = new ArrayList<>();
    added.forEach(variable -> columns.add(new PlanColumn(variable.name(), variable.type())));
    return PlannedRows.of(
        new RowPlan.Unnest(
            row,
            references,
            widths(unnest),
            unnest.ordinality() != null,
            false,
            columns,
            estimate(unnest, one)),
        added);
  }

  private PlanEstimate estimate(LogicalOperator.Unnest unnest, PlanEstimate input) {
    double rows = translation.estimator().rows(unnest);
    return Estimates.streaming(input, rows, rows * CostModel.OUTPUT_ROW);
  }

  private static List<Variable> added(LogicalOperator.Unnest unnest) {
    List<Variable> added = new ArrayList<>();
    unnest.functions().forEach(function -> added.addAll(function.columns()));
    if (unnest.ordinality() != null) {
      added.add(unnest.ordinality());
    }
    return added;
  }

  private static List<Integer> widths(LogicalOperator.Unnest unnest) {
    List<Integer> widths = new ArrayList<>();
    unnest.functions().forEach(function -> widths.add(function.columns().size()));
    return widths;
  }
}
