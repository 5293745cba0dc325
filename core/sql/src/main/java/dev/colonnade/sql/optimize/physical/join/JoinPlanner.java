package dev.colonnade.sql.optimize.physical.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.logic.TruthTest;
import dev.colonnade.sql.expression.logic.UnhashedCondition;
import dev.colonnade.sql.logical.LogicalJoin;
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
import dev.colonnade.sql.physical.PlanEstimate;
import java.util.List;

/** Planner of joins: chooses the algorithm, the keys and the build side. One thread. */
public final class JoinPlanner {
  /** A plan for the first rows must cost less than this part of one for all: it is a guess. */
  private static final double FIRST_PART_MAX = 0.7;

  private final Translation translation;
  private final LookupJoinPlanner lookups;
  private final MergeJoinPlanner merges;
  private final DependentJoinPlanner dependent;
  private final SingleJoinPlanner singles;
  private final RangeJoinPlanner ranges;
  private final UnionLookupPlanner unions;

  public JoinPlanner(Translation translation, TableScanPlanner tables) {
    this.translation = requireNonNull(translation, "translation is null");
    this.lookups = new LookupJoinPlanner(translation, tables);
    this.merges = new MergeJoinPlanner(translation);
    this.dependent = new DependentJoinPlanner(translation);
    this.singles = new SingleJoinPlanner(translation);
    this.ranges = new RangeJoinPlanner(translation, tables);
    this.unions = new UnionLookupPlanner(translation);
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
    PlannedRows all = all(join, conditions, goal);
    PlannedRows first =
        goal.isPartial() ? lookups.first(join, conditions, goal.reading(join.conditions())) : null;
    return first != null && firstCost(first, goal) < FIRST_PART_MAX * cost(all, goal) ? first : all;
  }

  /** Returns the cost of the first rows of a plan that has them in the wanted order. */
  private static double firstCost(PlannedRows rows, Goal goal) {
    return Estimates.first(rows.estimate(), goal.firstRows()).totalCost();
  }

  /** Returns the cost of a plan and of sorting its rows if they are not in the wanted order. */
  private static double cost(PlannedRows rows, Goal goal) {
    boolean isOrdered = KeyOrder.satisfied(rows.order(), goal.order()) == goal.order().size();
    return isOrdered
        ? firstCost(rows, goal)
        : rows.estimate().totalCost() + CostModel.units(goal.orderNanos());
  }

  /** Returns the cheapest plan of all rows. */
  private PlannedRows all(LogicalJoin join, JoinConditions conditions, Goal goal) {
    Goal below = goal.columnsOnly().reading(join.conditions());
    PlannedRows found = lookups.plan(join, conditions, below);
    if (found != null) {
      return found;
    }
    boolean isHashed =
        !conditions.keys().isEmpty()
            && (join.kind() != LogicalJoin.Kind.NULL_AWARE_ANTI || conditions.others().isEmpty());
    double pairs =
        isHashed
            ? hashNanos(join)
            : CostModel.nestedLoop(
                translation.estimator().rows(join.left()),
                translation.estimator().rows(join.right()),
                0);
    PlannedRows byRange = ranges.plan(join, below, pairs);
    if (byRange != null) {
      return byRange;
    }
    if (!isHashed) {
      if (join.kind() == LogicalJoin.Kind.FULL) {
        requireHashed(conditions.others());
      }
      return nestedLoop(join, below);
    }
    PlannedRows merged = merges.plan(join, conditions, goal);
    PlannedRows hashed = hashed(join, conditions, below);
    boolean isMerged = merged != null && mergeCost(merged, goal) < hashCost(hashed);
    PlannedRows best = merged != null && isMerged ? merged : hashed;
    double cost = merged != null && isMerged ? mergeCost(merged, goal) : hashCost(hashed);
    PlannedRows searched = unions.plan(join, below, cost);
    return searched == null ? best : searched;
  }

  /** Throws UNSUPPORTED if a condition of a FULL JOIN is refused. */
  private static void requireHashed(List<Expression> conditions) {
    if (conditions.stream().anyMatch(UnhashedCondition.class::isInstance)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "FULL JOIN is only supported with merge-joinable or hash-joinable join conditions");
    }
  }

  /** Returns the estimated cost of a hash join, without those of its inputs. */
  private double hashNanos(LogicalJoin join) {
    double left = translation.estimator().rows(join.left());
    double right = translation.estimator().rows(join.right());
    return CostModel.hashJoin(Math.max(left, right), Math.min(left, right), 0);
  }

  private double hashCost(PlannedRows hashed) {
    double penalty = translation.context().settings().penalty(Algorithm.HASH_JOIN);
    return hashed.estimate().totalCost() + CostModel.units(penalty);
  }

  private double mergeCost(PlannedRows merged, Goal goal) {
    double penalty = translation.context().settings().penalty(Algorithm.MERGE_JOIN);
    boolean savesSort =
        !goal.order().isEmpty()
            && KeyOrder.satisfied(merged.order(), goal.order()) == goal.order().size();
    double saved = savesSort ? goal.orderNanos() : 0;
    return merged.estimate().totalCost() + CostModel.units(penalty - saved);
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
    KeyedSides sides =
        KeyedSides.of(
            translation.inputs().plan(join.left(), goal),
            translation.inputs().plan(join.right(), goal),
            conditions,
            translation);
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
                probe,
                build,
                rows,
                ProbeFilter.hashNanos(join, sides, buildsLeft, translation.estimator())));
    return JoinRows.joined(kind, plan, left, right);
  }
}
