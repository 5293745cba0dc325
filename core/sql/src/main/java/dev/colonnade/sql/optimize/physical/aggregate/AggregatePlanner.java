package dev.colonnade.sql.optimize.physical.aggregate;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.logical.AggregateFunction;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalOperator.GroupKey;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.context.PlannerSettings;
import dev.colonnade.sql.optimize.context.PlannerSettings.Algorithm;
import dev.colonnade.sql.optimize.cost.CostModel;
import dev.colonnade.sql.optimize.physical.expression.Translation;
import dev.colonnade.sql.optimize.physical.row.Estimates;
import dev.colonnade.sql.optimize.physical.row.Goal;
import dev.colonnade.sql.optimize.physical.row.KeyOrder;
import dev.colonnade.sql.optimize.physical.row.PlannedRows;
import dev.colonnade.sql.optimize.physical.row.Projections;
import dev.colonnade.sql.physical.AggregateCall;
import dev.colonnade.sql.physical.AggregatePlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Planner of aggregations. One thread. */
public final class AggregatePlanner {
  /** A plan for the first groups must cost less than this part of one for all: it is a guess. */
  private static final double FIRST_PART_MAX = 0.5;

  private static final Expression ONE = new Literal(VectorType.of(TypeKind.BIGINT), 1L);
  private final Translation translation;

  public AggregatePlanner(Translation translation) {
    this.translation = requireNonNull(translation, "translation is null");
  }

  /** Returns the physical plan of an aggregation. */
  public PlannedRows plan(LogicalOperator.Aggregate aggregate, Goal goal) {
    List<AggregateFunction> functions = new ArrayList<>();
    List<Expression> read = new ArrayList<>();
    for (GroupKey key : aggregate.keys()) {
      read.add(key.input());
    }
    for (AggregateFunction function : aggregate.functions()) {
      if (goal.needs(function.output()) || function.function().equals("single_value")) {
        functions.add(function);
        read.addAll(expressions(function));
      }
    }
    PlannedRows all =
        aggregated(aggregate, functions, input(aggregate, goal.readingOnly(read).columnsOnly()));
    if (!goal.isPartial() || !isPlain(aggregate)) {
      return all;
    }
    GroupOrder order = GroupOrder.of(aggregate.keys(), goal.order());
    PlannedRows first =
        order == null ? null : firstGroups(aggregate, functions, order, goal.readingOnly(read));
    return first != null && cost(first, goal) < FIRST_PART_MAX * cost(all, goal) ? first : all;
  }

  /**
   * Returns the groups of an input that is read in an order of their keys, so that the first groups
   * are complete before the rest of it is read; null if the input has no such order.
   */
  private @Nullable PlannedRows firstGroups(
      LogicalOperator.Aggregate aggregate,
      List<AggregateFunction> functions,
      GroupOrder order,
      Goal goal) {
    double rows = translation.estimator().rows(aggregate.input());
    double groups = Math.max(1, translation.estimator().rows(aggregate));
    // The first row of the next group ends the last one.
    double read = Math.min(rows, goal.firstRows() * rows / groups + 1);
    double saved = CostModel.hashAggregate(rows, groups) + goal.orderNanos();
    PlannedRows input =
        translation
            .inputs()
            .plan(aggregate.input(), goal.withFirstRows(read).withOrder(order.ofInput(), saved));
    return KeyOrder.satisfied(input.order(), order.ofInput()) == order.ofInput().size()
        ? aggregated(aggregate, functions, input).inOrder(order.ofGroups())
        : null;
  }

  /** Returns the cost of the first groups, and of sorting all if they are in another order. */
  private static double cost(PlannedRows groups, Goal goal) {
    boolean isOrdered = KeyOrder.satisfied(groups.order(), goal.order()) == goal.order().size();
    return isOrdered
        ? Estimates.first(groups.estimate(), goal.firstRows()).totalCost()
        : groups.estimate().totalCost() + CostModel.units(goal.orderNanos());
  }

  private PlannedRows aggregated(
      LogicalOperator.Aggregate aggregate, List<AggregateFunction> functions, PlannedRows input) {
    ComputedColumns columns = new ComputedColumns(translation, input);
    List<Integer> keys = new ArrayList<>();
    List<Variable> outputs = new ArrayList<>();
    for (GroupKey key : aggregate.keys()) {
      keys.add(input.index(key.input()));
      outputs.add(key.output());
    }
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateFunction function : functions) {
      calls.add(AggregateCalls.of(function, columns));
      outputs.add(function.output());
    }
    boolean isInOrder = isPlain(aggregate) && isSorted(input, aggregate.keys());
    boolean isHashed = !isPlain(aggregate) || settings().isEnabled(Algorithm.HASH_AGGREGATE);
    boolean isSorted = isInOrder || !isHashed;
    PlannedRows rows = isInOrder || isHashed ? columns.rows() : sorted(columns.rows(), keys);
    PhysicalPlan plan = plan(aggregate, rows, keys, calls, isSorted);
    PlannedRows planned = PlannedRows.of(plan, outputs);
    return isInOrder
        ? planned.inOrder(input.order().subList(0, new HashSet<>(aggregate.keys()).size()))
        : planned;
  }

  private PlannerSettings settings() {
    return translation.context().settings();
  }

  private static PlannedRows sorted(PlannedRows rows, List<Integer> columns) {
    List<SortKey> keys = new ArrayList<>(columns.size());
    columns.forEach(column -> keys.add(new SortKey(column, false, false)));
    PlanEstimate input = rows.estimate();
    return rows.by(
        new RowPlan.Sort(
            rows.plan(),
            keys,
            0,
            null,
            Estimates.blocking(input, input.rows(), CostModel.sort(input.rows()))));
  }

  private static List<Expression> expressions(AggregateFunction function) {
    List<Expression> all = new ArrayList<>(function.arguments());
    if (function.filter() != null) {
      all.add(function.filter());
    }
    function.order().forEach(item -> all.add(item.expression()));
    return all;
  }

  private PlannedRows input(LogicalOperator.Aggregate aggregate, Goal goal) {
    FirstRowAggregates.FirstRow first = FirstRowAggregates.find(aggregate);
    if (first != null) {
      return firstRow(first, goal);
    }
    if (!isPlain(aggregate)) {
      return translation.inputs().plan(aggregate.input(), goal);
    }
    List<KeyOrder> order = new ArrayList<>();
    for (GroupKey key : aggregate.keys()) {
      order.add(new KeyOrder(key.input(), false, null));
    }
    double rows = translation.estimator().rows(aggregate.input());
    double groups = translation.estimator().rows(aggregate);
    double saved = CostModel.hashAggregate(rows, groups) - rows * CostModel.SORT_COMPARISON;
    double penalty = settings().penalty(Algorithm.HASH_AGGREGATE);
    return translation.inputs().plan(aggregate.input(), goal.withOrder(order, saved + penalty));
  }

  private PlannedRows firstRow(FirstRowAggregates.FirstRow first, Goal goal) {
    List<KeyOrder> order =
        List.of(new KeyOrder(first.variable(), first.isLast(), first.isLast() ? false : null));
    double rows = translation.estimator().rows(first.rows());
    PlannedRows input =
        translation
            .inputs()
            .plan(first.rows(), goal.withOrder(order, rows * CostModel.GROUP_ROW).withLimit(ONE));
    return KeyOrder.satisfied(input.order(), order) == 0
        ? input
        : input.by(
            new RowPlan.Limit(
                input.plan(), null, ONE, List.of(), Estimates.first(input.estimate(), 1)));
  }

  /** Returns whether an aggregation has keys, and one grouping set of all of them. */
  private static boolean isPlain(LogicalOperator.Aggregate aggregate) {
    return !aggregate.keys().isEmpty()
        && aggregate.groupingSets().size() == 1
        && aggregate.groupingSets().getFirst().size() == aggregate.keys().size();
  }

  /** Returns whether the rows of a group are adjacent. */
  private static boolean isSorted(PlannedRows input, List<GroupKey> keys) {
    Set<Expression> variables = new HashSet<>();
    keys.forEach(key -> variables.add(key.input()));
    if (input.order().size() < variables.size()) {
      return false;
    }
    for (int i = 0; i < variables.size(); i++) {
      if (!variables.contains(input.order().get(i).key())) {
        return false;
      }
    }
    return true;
  }

  private PhysicalPlan plan(
      LogicalOperator.Aggregate aggregate,
      PlannedRows rows,
      List<Integer> keys,
      List<AggregateCall> calls,
      boolean isSorted) {
    List<String> names = Projections.namesOf(rows.columns());
    List<PlanColumn> columns = new ArrayList<>();
    keys.forEach(key -> columns.add(rows.columns().get(key)));
    calls.forEach(
        call -> columns.add(new PlanColumn(AggregateCalls.text(call, names), call.result())));
    double groups = translation.estimator().rows(aggregate);
    double count = rows.estimate().rows();
    PlanEstimate input = rows.estimate();
    return isSorted
        ? new AggregatePlan.SortedAggregate(
            rows.plan(),
            keys,
            calls,
            columns,
            Estimates.streaming(input, groups, count * CostModel.SORT_COMPARISON))
        : new AggregatePlan.HashAggregate(
            rows.plan(),
            keys,
            aggregate.groupingSets(),
            calls,
            columns,
            Estimates.blocking(input, groups, CostModel.hashAggregate(count, groups)));
  }
}
