package dev.colonnade.sql.optimize.physical.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.logic.TruthTest;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.logical.Variables;
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
import dev.colonnade.sql.physical.PlanEstimate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Planner of joins: chooses the algorithm, the keys and the build side. One thread. */
public final class JoinPlanner {
  private final Translation translation;
  private final LookupJoinPlanner lookups;
  private final DependentJoinPlanner dependent;
  private final SingleJoinPlanner singles;

  public JoinPlanner(Translation translation, TableScanPlanner tables) {
    this.translation = requireNonNull(translation, "translation is null");
    this.lookups = new LookupJoinPlanner(translation, tables);
    this.dependent = new DependentJoinPlanner(translation);
    this.singles = new SingleJoinPlanner(translation);
  }

  /** Returns the physical plan of a join. */
  public PlannedRows plan(LogicalJoin join, Goal goal) {
    if (join.kind() == LogicalJoin.Kind.SINGLE) {
      return singles.plan(join, goal);
    }
    if (join.isDependent()) {
      return dependent.plan(join, goal);
    }
    JoinConditions conditions =
        JoinConditions.of(join.conditions(), join.left().columns(), join.right().columns());
    Goal below = goal.columnsOnly().reading(join.conditions());
    PlannedRows found = lookups.plan(join, conditions, below);
    if (found != null) {
      return found;
    }
    boolean isHashed =
        !conditions.keys().isEmpty()
            && (join.kind() != LogicalJoin.Kind.NULL_AWARE_ANTI || conditions.others().isEmpty());
    if (!isHashed) {
      return nestedLoop(join, below);
    }
    PlannedRows merged = merged(join, conditions, goal);
    return merged != null ? merged : hashed(join, conditions, below);
  }

  private PlannedRows nestedLoop(LogicalJoin join, Goal goal) {
    PlannedRows left = translation.inputs().plan(join.left(), goal);
    PlannedRows right = translation.inputs().plan(join.right(), goal);
    Expression condition =
        translation.expressions().conjunction(join.conditions(), InputColumns.ofPairs(left, right));
    JoinPlan.Kind kind = JoinRows.kind(join.kind());
    if (kind == JoinPlan.Kind.NULL_AWARE_ANTI) {
      // A pair excludes the left row unless the conditions are false for it.
      kind = JoinPlan.Kind.ANTI;
      condition = condition == null ? null : new TruthTest(TruthTest.Test.IS_NOT_FALSE, condition);
    }
    double rows = translation.estimator().rows(join);
    PlanEstimate some = left.estimate();
    PlanEstimate other = right.estimate();
    PlanEstimate estimate =
        Estimates.join(some, other, rows, CostModel.nestedLoop(some.rows(), other.rows(), rows));
    PhysicalPlan plan =
        new JoinPlan.NestedLoopJoin(
            kind,
            left.plan(),
            right.plan(),
            condition,
            JoinRows.columns(kind, left, right.columns()),
            estimate);
    return JoinRows.joined(kind, plan, left, right);
  }

  private PlannedRows hashed(LogicalJoin join, JoinConditions conditions, Goal goal) {
    Sides sides =
        sides(
            translation.inputs().plan(join.left(), goal),
            translation.inputs().plan(join.right(), goal),
            conditions);
    JoinPlan.Kind kind = JoinRows.kind(join.kind());
    PlannedRows left = sides.left().rows();
    PlannedRows right = sides.right().rows();
    double rows = translation.estimator().rows(join);
    PlanEstimate some = left.estimate();
    PlanEstimate other = right.estimate();
    boolean buildsLeft = some.rows() < other.rows() && kind != JoinPlan.Kind.NULL_AWARE_ANTI;
    PlanEstimate build = buildsLeft ? some : other;
    PlanEstimate probe = buildsLeft ? other : some;
    PhysicalPlan plan =
        new JoinPlan.HashJoin(
            kind,
            left.plan(),
            right.plan(),
            buildsLeft,
            sides.keys(),
            sides.condition(),
            JoinRows.columns(kind, left, right.columns()),
            Estimates.join(
                probe, build, rows, CostModel.hashJoin(probe.rows(), build.rows(), rows)));
    return JoinRows.joined(kind, plan, left, right);
  }

  /** Inputs with their keys as columns. */
  private record Sides(
      JoinKeys left, JoinKeys right, List<JoinPlan.Key> keys, @Nullable Expression condition) {
    Sides(JoinKeys left, JoinKeys right, List<JoinPlan.Key> keys, @Nullable Expression condition) {
      this.left = left;
      this.right = right;
      this.keys = List.copyOf(keys);
      this.condition = condition;
    }
  }

  private Sides sides(PlannedRows leftRows, PlannedRows rightRows, JoinConditions conditions) {
    List<Expression> ofLeft = new ArrayList<>();
    List<Expression> ofRight = new ArrayList<>();
    for (JoinConditions.Equality key : conditions.keys()) {
      ofLeft.add(key.left());
      ofRight.add(key.right());
    }
    Variables variables = translation.context().variables();
    JoinKeys left = JoinKeys.of(leftRows, ofLeft, translation.expressions(), variables);
    JoinKeys right = JoinKeys.of(rightRows, ofRight, translation.expressions(), variables);
    List<JoinPlan.Key> keys = new ArrayList<>();
    for (int i = 0; i < conditions.keys().size(); i++) {
      keys.add(
          new JoinPlan.Key(
              left.positions().get(i),
              right.positions().get(i),
              conditions.keys().get(i).nullsEqual()));
    }
    Expression condition =
        translation
            .expressions()
            .conjunction(conditions.others(), InputColumns.ofPairs(left.rows(), right.rows()));
    return new Sides(left, right, keys, condition);
  }

  /**
   * Returns a merge join whose order saves a sort above it; null if the inputs are not in that
   * order, or the order is of no use.
   */
  private @Nullable PlannedRows merged(LogicalJoin join, JoinConditions conditions, Goal goal) {
    List<KeyOrder> ofLeft = new ArrayList<>();
    List<KeyOrder> ofRight = new ArrayList<>();
    for (JoinConditions.Equality key : conditions.keys()) {
      if (key.nullsEqual()
          || !(key.left() instanceof Variable left)
          || !(key.right() instanceof Variable right)) {
        return null;
      }
      ofLeft.add(new KeyOrder(left, false, false));
      ofRight.add(new KeyOrder(right, false, false));
    }
    boolean isKind = join.kind() == LogicalJoin.Kind.INNER || join.kind() == LogicalJoin.Kind.LEFT;
    boolean isUseful =
        !goal.order().isEmpty() && KeyOrder.satisfied(ofLeft, goal.order()) == goal.order().size();
    if (!isKind || !isUseful || !MergeInputs.areOrdered(join, ofLeft, ofRight)) {
      return null;
    }
    Goal below = goal.columnsOnly().reading(join.conditions());
    PlannedRows left =
        translation.inputs().plan(join.left(), below.withOrder(ofLeft, goal.orderNanos()));
    PlannedRows right =
        translation.inputs().plan(join.right(), below.withOrder(ofRight, goal.orderNanos()));
    if (KeyOrder.satisfied(left.order(), ofLeft) < ofLeft.size()
        || KeyOrder.satisfied(right.order(), ofRight) < ofRight.size()) {
      return null;
    }
    Sides sides = sides(left, right, conditions);
    JoinPlan.Kind kind = JoinRows.kind(join.kind());
    double rows = translation.estimator().rows(join);
    double nanos = (left.estimate().rows() + right.estimate().rows()) * CostModel.SORT_COMPARISON;
    PhysicalPlan plan =
        new JoinPlan.MergeJoin(
            kind,
            left.plan(),
            right.plan(),
            sides.keys(),
            sides.condition(),
            JoinRows.columns(kind, left, right.columns()),
            Estimates.join(left.estimate(), right.estimate(), rows, nanos));
    return JoinRows.joined(kind, plan, left, right).inOrder(ofLeft);
  }
}
