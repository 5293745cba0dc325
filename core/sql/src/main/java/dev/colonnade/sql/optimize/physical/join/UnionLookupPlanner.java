package dev.colonnade.sql.optimize.physical.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.LogicalSet;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.context.PlannerSettings.Algorithm;
import dev.colonnade.sql.optimize.cost.CostModel;
import dev.colonnade.sql.optimize.physical.expression.Conjunctions;
import dev.colonnade.sql.optimize.physical.expression.OuterScopes;
import dev.colonnade.sql.optimize.physical.expression.Translation;
import dev.colonnade.sql.optimize.physical.row.Goal;
import dev.colonnade.sql.optimize.physical.row.PlannedRows;
import dev.colonnade.sql.optimize.property.ExpressionProperties;
import dev.colonnade.sql.optimize.rule.PredicatePushdown;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanEstimate;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Planner of joins of few rows with a UNION ALL of tables, each of which is searched for every
 * outer row: dependent joins whose right input is the union with the conditions of the join in each
 * of its inputs. One thread.
 */
final class UnionLookupPlanner {
  /** A search must cost less than this part of another join: numbers of rows are guesses. */
  private static final double PART_MAX = 0.7;

  private final Translation translation;

  UnionLookupPlanner(Translation translation) {
    this.translation = requireNonNull(translation, "translation is null");
  }

  /**
   * Returns the join by searches; null unless it costs less than another plan of the join.
   *
   * @param otherCost of that plan, in the unit of estimates
   */
  @Nullable PlannedRows plan(LogicalJoin join, Goal goal, double otherCost) {
    boolean isKind =
        switch (join.kind()) {
          case INNER, LEFT, SEMI, ANTI -> true;
          case FULL, NULL_AWARE_ANTI, SINGLE -> false;
        };
    if (!isKind || !translation.context().settings().isEnabled(Algorithm.NESTED_LOOP)) {
      return null;
    }
    PlannedRows found = searched(join, join.left(), join.right(), goal, otherCost);
    return found == null && join.kind() == LogicalJoin.Kind.INNER
        ? searched(join, join.right(), join.left(), goal, otherCost)
        : found;
  }

  private @Nullable PlannedRows searched(
      LogicalJoin join, LogicalPlan outer, LogicalPlan inner, Goal goal, double otherCost) {
    double costMax = otherCost * PART_MAX;
    double outerRows = translation.estimator().rows(outer);
    int scans = scansOfUnion(inner);
    double least = outerRows * (CostModel.RESTART + scans * CostModel.SEEK);
    List<Expression> conditions = Conjunctions.conjuncts(join.conditions());
    if (scans == 0 || CostModel.units(least) >= costMax || !areRepeatable(conditions)) {
      return null;
    }
    LogicalPlan filtered = PredicatePushdown.apply(new LogicalOperator.Filter(inner, conditions));
    Set<Variable> read = new HashSet<>(LogicalExpressions.freeVariables(filtered));
    PlannedRows left = translation.inputs().plan(outer, goal.reading(read));
    int id = translation.scopes().nextId();
    OuterScopes.Before before = translation.scopes().enter(DependentJoinPlanner.visible(left, id));
    PlannedRows rows = translation.inputs().plan(filtered, goal);
    translation.scopes().leave(before);
    PlanEstimate estimate =
        DependentJoinPlanner.estimate(
            left.estimate(), rows.estimate(), translation.estimator().rows(join));
    if (estimate.totalCost() >= costMax) {
      return null;
    }
    JoinPlan.Kind kind = JoinRows.kind(join.kind());
    PhysicalPlan plan =
        new JoinPlan.DependentJoin(
            kind,
            left.plan(),
            rows.plan(),
            id,
            null,
            JoinRows.columns(kind, left, rows.columns()),
            estimate);
    return JoinRows.joined(kind, plan, left, rows);
  }

  /** Returns the number of scans of a UNION ALL that can be read repeatedly; 0 of other plans. */
  private static int scansOfUnion(LogicalPlan plan) {
    return switch (plan) {
      case LogicalOperator.Filter filter when areRepeatable(filter.predicates()) ->
          scansOfUnion(filter.input());
      case LogicalOperator.Project project when areRepeatable(project.expressions()) ->
          scansOfUnion(project.input());
      case LogicalSet.SetOperation union when isAppend(union) -> scansOf(union.inputs());
      default -> 0;
    };
  }

  private static boolean isAppend(LogicalSet.SetOperation operation) {
    return operation.kind() == LogicalSet.Kind.UNION && operation.all();
  }

  /** Returns the number of scans of plans; 0 if one of them is anything else. */
  private static int scansOf(List<LogicalPlan> plans) {
    int sum = 0;
    for (LogicalPlan plan : plans) {
      int scans = scansOf(plan);
      if (scans == 0) {
        return 0;
      }
      sum += scans;
    }
    return sum;
  }

  private static int scansOf(LogicalPlan plan) {
    return switch (plan) {
      case LogicalSource.TableScan _ -> 1;
      case LogicalOperator.Filter filter when areRepeatable(filter.predicates()) ->
          scansOf(filter.input());
      case LogicalOperator.Project project when areRepeatable(project.expressions()) ->
          scansOf(project.input());
      case LogicalSet.SetOperation union when isAppend(union) -> scansOf(union.inputs());
      default -> 0;
    };
  }

  private static boolean areRepeatable(List<Expression> expressions) {
    for (Expression expression : expressions) {
      if (ExpressionProperties.hasSubquery(expression)
          || ExpressionProperties.isVolatile(expression)) {
        return false;
      }
    }
    return true;
  }
}
