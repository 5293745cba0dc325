package dev.colonnade.sql.optimize.physical.join;

import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.context.PlannerSettings;
import dev.colonnade.sql.optimize.context.PlannerSettings.Algorithm;
import dev.colonnade.sql.optimize.cost.CostModel;
import dev.colonnade.sql.optimize.physical.expression.Translation;
import dev.colonnade.sql.optimize.physical.row.Estimates;
import dev.colonnade.sql.optimize.physical.row.Goal;
import dev.colonnade.sql.optimize.physical.row.KeyOrder;
import dev.colonnade.sql.optimize.physical.row.PlannedRows;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.PlanEstimate;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Planner of joins of inputs that are in the order of the keys. One thread. */
final class MergeJoinPlanner {
  private final Translation translation;

  MergeJoinPlanner(Translation translation) {
    this.translation = translation;
  }

  /**
   * Returns a merge join of inputs that are read in the order of their primary keys; of sorted
   * inputs if hash joins are disabled; null if there is none.
   */
  @Nullable PlannedRows plan(LogicalJoin join, JoinConditions conditions, Goal goal) {
    if (join.kind() == LogicalJoin.Kind.NULL_AWARE_ANTI) {
      return null;
    }
    PlannedRows merged = byKeys(join, conditions, goal);
    PlannerSettings settings = translation.context().settings();
    boolean isSorted =
        merged == null
            && !settings.isEnabled(Algorithm.HASH_JOIN)
            && settings.isEnabled(Algorithm.MERGE_JOIN);
    return isSorted ? bySorting(join, conditions, goal) : merged;
  }

  private @Nullable PlannedRows byKeys(LogicalJoin join, JoinConditions conditions, Goal goal) {
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
    if (!MergeInputs.areOrdered(join, ofLeft, ofRight)) {
      return null;
    }
    Goal below = goal.columnsOnly().reading(join.conditions());
    PlannedRows left = ordered(join.left(), ofLeft, below);
    PlannedRows right = left == null ? null : ordered(join.right(), ofRight, below);
    if (left == null || right == null) {
      return null;
    }
    PlannedRows merged = merged(join, KeyedSides.of(left, right, conditions, translation));
    // Rows of an outer join without a match are returned behind others.
    return join.kind() == LogicalJoin.Kind.INNER ? merged.inOrder(ofLeft) : merged;
  }

  /** Returns an input in an order that a hash table would make needless; null if it is in none. */
  private @Nullable PlannedRows ordered(LogicalPlan plan, List<KeyOrder> order, Goal goal) {
    double saved = translation.estimator().rows(plan) * CostModel.HASH_BUILD_ROW;
    PlannedRows rows = translation.inputs().plan(plan, goal.withOrder(order, saved));
    return KeyOrder.satisfied(rows.order(), order) == order.size() ? rows : null;
  }

  private PlannedRows bySorting(LogicalJoin join, JoinConditions conditions, Goal goal) {
    Goal below = goal.columnsOnly().reading(join.conditions());
    KeyedSides sides =
        KeyedSides.of(
            translation.inputs().plan(join.left(), below),
            translation.inputs().plan(join.right(), below),
            conditions,
            translation);
    return merged(
        join,
        new KeyedSides(
            sorted(sides.left()), sorted(sides.right()), sides.keys(), sides.condition()));
  }

  private static JoinKeys sorted(JoinKeys side) {
    List<SortKey> keys = new ArrayList<>(side.positions().size());
    for (int position : side.positions()) {
      keys.add(new SortKey(position, false, false));
    }
    PlanEstimate input = side.rows().estimate();
    PhysicalPlan plan =
        new RowPlan.Sort(
            side.rows().plan(),
            keys,
            0,
            null,
            Estimates.blocking(input, input.rows(), CostModel.sort(input.rows())));
    return new JoinKeys(side.rows().by(plan), side.positions());
  }

  private PlannedRows merged(LogicalJoin join, KeyedSides sides) {
    PlannedRows left = sides.left().rows();
    PlannedRows right = sides.right().rows();
    JoinPlan.Kind kind = JoinRows.kind(join.kind());
    double rows = translation.estimator().rows(join);
    double nanos = CostModel.mergeJoin(left.estimate().rows(), right.estimate().rows(), rows);
    PhysicalPlan plan =
        new JoinPlan.MergeJoin(
            kind,
            left.plan(),
            right.plan(),
            sides.keys(),
            sides.condition(),
            JoinRows.columns(kind, left, right.columns()),
            Estimates.join(left.estimate(), right.estimate(), rows, nanos));
    return JoinRows.joined(kind, plan, left, right);
  }
}
