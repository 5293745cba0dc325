package dev.colonnade.sql.optimize;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.logical.LogicalChange.Insert;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.optimize.context.PlanningContext;
import dev.colonnade.sql.optimize.join.JoinOrderer;
import dev.colonnade.sql.optimize.property.PlanShape;
import dev.colonnade.sql.optimize.property.PlanTraversal;
import dev.colonnade.sql.optimize.rule.ColumnPruning;
import dev.colonnade.sql.optimize.rule.CteInlining;
import dev.colonnade.sql.optimize.rule.ExtremeValues;
import dev.colonnade.sql.optimize.rule.NullableOrder;
import dev.colonnade.sql.optimize.rule.PredicatePushdown;
import dev.colonnade.sql.optimize.rule.ProjectHoisting;
import dev.colonnade.sql.optimize.rule.UnionTopRows;
import dev.colonnade.sql.optimize.unnest.SubqueryUnnesting;

/**
 * Optimizer of logical plans. The rules run once each, in this order:
 *
 * <ol>
 *   <li>{@link CteInlining}, which makes one plan of the statement, so that the next rules see it
 *   <li>{@link PredicatePushdown}, which makes the outer rows of subqueries few
 *   <li>{@link KeyLists}
 *   <li>{@link SubqueryUnnesting}
 *   <li>{@link PredicatePushdown} again, over the joins that unnesting made
 *   <li>{@link UnionTopRows}, then {@link NullableOrder}
 *   <li>{@link ColumnPruning}
 *   <li>{@link ExtremeValues}
 *   <li>{@link ProjectHoisting}, which makes joins adjacent
 *   <li>{@link JoinOrderer}
 *   <li>all of them for the plans of the subqueries that remain in expressions
 * </ol>
 *
 * <p>A statement without common table expressions, subqueries, joins, limited unions or several
 * functions over all rows skips the rules for them.
 */
public final class LogicalOptimizer {
  private LogicalOptimizer() {}

  /** Returns a plan with the same columns, rows and errors that costs less. */
  public static LogicalPlan optimize(LogicalPlan plan, PlanningContext context) {
    requireNonNull(plan, "plan is null");
    requireNonNull(context, "context is null");
    LogicalPlan inlined =
        PlanShape.of(plan).hasCommonTable() ? CteInlining.apply(plan, context.variables()) : plan;
    return optimizeInlined(inlined, context);
  }

  private static LogicalPlan optimizeInlined(LogicalPlan plan, PlanningContext context) {
    context.cancellation().check();
    PlanShape shape = PlanShape.of(plan);
    LogicalPlan current = plan;
    if (shape.hasPredicate()) {
      current = PredicatePushdown.apply(current);
    }
    if (shape.hasPredicate()) {
      LogicalPlan joined = KeyLists.apply(current, context.variables());
      shape = joined == current ? shape : PlanShape.of(joined);
      current = joined;
    }
    if (shape.hasSubquery() || shape.hasDependentJoin()) {
      LogicalPlan unnested = SubqueryUnnesting.apply(current, context);
      current = unnested == current ? current : PredicatePushdown.apply(unnested);
    }
    if (shape.hasLimitedUnion()) {
      current = UnionTopRows.apply(current);
    }
    if (shape.hasLimit()) {
      current = NullableOrder.apply(current, context);
    }
    current = ColumnPruning.apply(current);
    if (shape.hasSeveralFunctions()) {
      current = ExtremeValues.apply(current, context.variables());
    }
    if (shape.hasJoin() || shape.hasSubquery()) {
      current = ProjectHoisting.apply(current);
      current = JoinOrderer.order(current, context);
    }
    if (shape.hasSubquery()) {
      current = optimizeSubqueries(current, context);
    }
    return shape.hasConflict() ? optimizeConflicts(current, context) : current;
  }

  private static LogicalPlan optimizeSubqueries(LogicalPlan plan, PlanningContext context) {
    LogicalPlan over =
        LogicalExpressions.rewriteInputs(plan, input -> optimizeSubqueries(input, context));
    return PlanTraversal.rewriteSubqueries(over, inner -> optimizeInlined(inner, context));
  }

  private static LogicalPlan optimizeConflicts(LogicalPlan plan, PlanningContext context) {
    LogicalPlan over =
        LogicalExpressions.rewriteInputs(plan, input -> optimizeConflicts(input, context));
    return over instanceof Insert insert
        ? insert.withConflictPlans(part -> optimize(part, context))
        : over;
  }
}
