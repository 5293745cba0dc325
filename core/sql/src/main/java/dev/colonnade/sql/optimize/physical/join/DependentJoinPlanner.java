package dev.colonnade.sql.optimize.physical.join;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.OuterReference;
import dev.colonnade.sql.logical.LogicalExpressions;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalOperator;
import dev.colonnade.sql.logical.LogicalSource;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.cost.CostModel;
import dev.colonnade.sql.optimize.physical.expression.InputColumns;
import dev.colonnade.sql.optimize.physical.expression.OuterScopes;
import dev.colonnade.sql.optimize.physical.expression.Translation;
import dev.colonnade.sql.optimize.physical.row.Goal;
import dev.colonnade.sql.optimize.physical.row.PlannedRows;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.PlanEstimate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Planner of joins whose right input runs once for each row of the left one. One thread. */
final class DependentJoinPlanner {
  private final Translation translation;

  DependentJoinPlanner(Translation translation) {
    this.translation = translation;
  }

  PlannedRows plan(LogicalJoin join, Goal goal) {
    if (isOfFunctions(join)) {
      LogicalOperator.Unnest unnest = (LogicalOperator.Unnest) join.right();
      return translation
          .inputs()
          .plan(
              new LogicalOperator.Unnest(join.left(), unnest.functions(), unnest.ordinality()),
              goal);
    }
    boolean isNullAware = join.kind() == LogicalJoin.Kind.NULL_AWARE_ANTI;
    List<Expression> conditions =
        isNullAware && !join.conditions().isEmpty()
            ? List.of(JoinRows.notFalse(join.conditions()))
            : join.conditions();
    JoinPlan.Kind kind = isNullAware ? JoinPlan.Kind.ANTI : JoinRows.kind(join.kind());
    Goal below = goal.columnsOnly().reading(conditions);
    PlannedRows left =
        translation
            .inputs()
            .plan(join.left(), below.reading(LogicalExpressions.freeVariables(join.right())));
    int id = translation.scopes().nextId();
    OuterScopes.Before before = translation.scopes().enter(visible(left, id));
    PlannedRows right = translation.inputs().plan(join.right(), below);
    translation.scopes().leave(before);
    Expression condition =
        translation.expressions().conjunction(conditions, InputColumns.ofPairs(left, right));
    PhysicalPlan plan =
        new JoinPlan.DependentJoin(
            kind,
            left.plan(),
            right.plan(),
            id,
            condition,
            JoinRows.columns(kind, left, right.columns()),
            estimate(left.estimate(), right.estimate(), translation.estimator().rows(join)));
    return JoinRows.joined(kind, plan, left, right);
  }

  /** Returns whether the right input is the rows of functions of the left one. */
  private static boolean isOfFunctions(LogicalJoin join) {
    return join.kind() == LogicalJoin.Kind.INNER
        && join.conditions().isEmpty()
        && join.right() instanceof LogicalOperator.Unnest unnest
        && unnest.input() instanceof LogicalSource.Rows rows
        && rows.rows().size() == 1
        && rows.columns().isEmpty();
  }

  /** Returns references to the columns of the outer rows. */
  static Map<Variable, OuterReference> visible(PlannedRows left, int id) {
    Map<Variable, OuterReference> visible = new HashMap<>();
    left.positions()
        .forEach(
            (variable, index) -> {
              PlanColumn column = left.columns().get(index);
              visible.put(variable, new OuterReference(column.type(), id, index, column.name()));
            });
    return visible;
  }

  /** Returns the estimate of a join that runs its right input for each row of the left one. */
  static PlanEstimate estimate(PlanEstimate left, PlanEstimate right, double rows) {
    double perRow = right.totalCost() + CostModel.units(CostModel.RESTART);
    return new PlanEstimate(
        Math.max(1, rows), left.startupCost(), left.totalCost() + left.rows() * perRow);
  }
}
