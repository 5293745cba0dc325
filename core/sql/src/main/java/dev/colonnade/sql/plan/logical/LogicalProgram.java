package dev.colonnade.sql.plan.logical;

import dev.colonnade.sql.plan.join.JoinConditions;
import dev.colonnade.sql.plan.join.JoinOrders;
import java.util.EnumSet;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptRule;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.hep.HepMatchOrder;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.plan.hep.HepProgramBuilder;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.rules.AggregateReduceFunctionsRule;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql2rel.RelDecorrelator;
import org.apache.calcite.sql2rel.RelFieldTrimmer;
import org.apache.calcite.tools.RelBuilder;

/**
 * Program of logical rewrites, applied to every plan independently of its execution; the order of
 * the steps matters.
 */
public final class LogicalProgram {
  private static final List<RelOptRule> SUBQUERIES =
      List.of(
          CoreRules.FILTER_SUB_QUERY_TO_CORRELATE,
          CoreRules.PROJECT_SUB_QUERY_TO_CORRELATE,
          CoreRules.JOIN_SUB_QUERY_TO_CORRELATE);

  /**
   * First step of decorrelation: conditions move to the places where columns of an outer query are
   * named, and unused columns are removed, before the references are counted.
   */
  private static final List<RelOptRule> LIFT_COLUMNS =
      List.of(
          CoreRules.FILTER_INTO_JOIN,
          StableRules.PLAIN_FILTER_PROJECT_TRANSPOSE,
          StableRules.PROJECT_MERGE);

  private static final List<RelOptRule> PUSH_FILTERS =
      List.of(
          CoreRules.FILTER_INTO_JOIN,
          CoreRules.JOIN_CONDITION_PUSH,
          StableRules.FILTER_PROJECT_TRANSPOSE,
          CoreRules.FILTER_AGGREGATE_TRANSPOSE,
          CoreRules.FILTER_SET_OP_TRANSPOSE,
          CoreRules.FILTER_MERGE,
          StableRules.PROJECT_MERGE,
          CoreRules.PROJECT_REMOVE,
          CoreRules.PROJECT_TO_SEMI_JOIN,
          CoreRules.JOIN_TO_SEMI_JOIN,
          AggregateReduceFunctionsRule.Config.DEFAULT
              .withFunctionsToReduce(
                  EnumSet.of(
                      SqlKind.AVG,
                      SqlKind.STDDEV_POP,
                      SqlKind.STDDEV_SAMP,
                      SqlKind.VAR_POP,
                      SqlKind.VAR_SAMP))
              .toRule());

  private static final List<RelOptRule> COLLECT_JOINS =
      List.of(
          CoreRules.JOIN_TO_MULTI_JOIN,
          CoreRules.PROJECT_MULTI_JOIN_MERGE,
          CoreRules.FILTER_MULTI_JOIN_MERGE);

  private static final List<RelOptRule> ORDER_JOINS = List.of(CoreRules.MULTI_JOIN_OPTIMIZE);

  private static final List<RelOptRule> CLEAN =
      List.of(
          CoreRules.FILTER_INTO_JOIN,
          CoreRules.JOIN_CONDITION_PUSH,
          StableRules.FILTER_PROJECT_TRANSPOSE,
          CoreRules.FILTER_MERGE,
          StableRules.PROJECT_MERGE,
          CoreRules.PROJECT_REMOVE,
          CoreRules.PROJECT_TO_LOGICAL_PROJECT_AND_WINDOW,
          CoreRules.SORT_PROJECT_TRANSPOSE,
          CoreRules.AGGREGATE_EXPAND_DISTINCT_AGGREGATES_TO_JOIN);

  /** Value that prevents Calcite from merging projections. */
  public static final int NEVER_MERGE = -1;

  private final RelBuilder relBuilder;

  public LogicalProgram(RelOptCluster cluster, RelNode converted) {
    this.relBuilder = relBuilder(cluster, converted);
  }

  /** A builder that merges projections, unless that would evaluate some expression twice. */
  public static RelBuilder relBuilder(RelOptCluster cluster, RelNode plan) {
    RelBuilder builder = RelFactories.LOGICAL_BUILDER.create(cluster, null);
    return StableRules.isStable(plan)
        ? builder
        : builder.transform(config -> config.withBloat(NEVER_MERGE));
  }

  public RelNode optimize(RelNode converted) {
    RexBuilder builder = converted.getCluster().getRexBuilder();
    RelNode plan =
        converted
            .accept(new NullSortKeys())
            .accept(new SubqueryPlacement(converted))
            .accept(new ExistsJoins(builder));
    plan = apply(SUBQUERIES, HepMatchOrder.BOTTOM_UP, plan);
    if (!LateralAggregates.areIn(converted)) {
      plan = decorrelated(plan);
    }
    plan = plan.accept(new JoinConditions(builder));
    plan = apply(PUSH_FILTERS, HepMatchOrder.BOTTOM_UP, plan);
    plan = plan.accept(new JoinRestrictions(builder));
    plan = apply(PUSH_FILTERS, HepMatchOrder.BOTTOM_UP, plan);
    plan = trim(plan);
    plan = apply(COLLECT_JOINS, HepMatchOrder.BOTTOM_UP, plan);
    plan = plan.accept(new JoinOrders(builder));
    plan = apply(ORDER_JOINS, HepMatchOrder.BOTTOM_UP, plan);
    plan = apply(CLEAN, HepMatchOrder.BOTTOM_UP, plan);
    return trim(plan);
  }

  /** Calcite cannot undo every correlation: a plan with one that is left runs as it is. */
  private RelNode decorrelated(RelNode plan) {
    if (!CorrelatedPlaces.areIn(plan) || RowByRow.isNeeded(plan)) {
      return plan;
    }
    RexBuilder builder = plan.getCluster().getRexBuilder();
    RelNode parted =
        apply(LIFT_COLUMNS, HepMatchOrder.BOTTOM_UP, plan)
            .accept(new SingleValues(relBuilder))
            .accept(new CorrelatedPlaces(builder));
    try {
      RelNode joined = RelDecorrelator.decorrelateQuery(ConstantGroups.hidden(parted), relBuilder);
      RelNode shown = ConstantGroups.shown(joined).accept(new CorrelatedColumns());
      // Beside the joins that it makes, it may leave references to removed columns.
      return RelOptUtil.getVariablesUsed(shown).isEmpty() ? shown : plan;
    } catch (NullPointerException e) {
      // It looks for a column of the outer query among those of another one.
      return plan;
    }
  }

  private RelNode trim(RelNode plan) {
    return new RelFieldTrimmer(null, relBuilder).trim(plan);
  }

  private static RelNode apply(List<RelOptRule> rules, HepMatchOrder order, RelNode plan) {
    HepProgram program =
        new HepProgramBuilder().addMatchOrder(order).addRuleCollection(rules).build();
    HepPlanner planner = new HepPlanner(program, plan.getCluster().getPlanner().getContext());
    planner.setExecutor(plan.getCluster().getPlanner().getExecutor());
    planner.setRoot(plan);
    return planner.findBestExp();
  }
}
