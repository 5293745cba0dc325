package dev.colonnade.sql.optimize.physical.join;

import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.logical.LogicalJoin;
import dev.colonnade.sql.optimize.cost.CardinalityEstimator;
import dev.colonnade.sql.optimize.cost.CostModel;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.vector.key.PackedKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cost of hash joins whose build side filters the scan of the probe side while they run. */
final class ProbeFilter {
  private ProbeFilter() {}

  /**
   * Returns the cost of a hash join, without those of its inputs.
   *
   * @param buildsLeft whether the left input is the build side
   */
  static double hashNanos(
      LogicalJoin join, KeyedSides sides, boolean buildsLeft, CardinalityEstimator estimator) {
    PhysicalPlan left = sides.left().rows().plan();
    PhysicalPlan right = sides.right().rows().plan();
    PhysicalPlan probe = buildsLeft ? right : left;
    double probeRows = probe.estimate().rows();
    double buildRows = (buildsLeft ? left : right).estimate().rows();
    double rows = estimator.rows(join);
    double filterable =
        isKind(join.kind(), buildsLeft) ? filterable(probe, sides.keys(), buildsLeft) : -1;
    double matched = filterable < 0 ? 1 : estimator.matchedFraction(join, !buildsLeft);
    return matched < CostModel.RUNTIME_FILTER_MAX
        ? CostModel.filteredHashJoin(probeRows, buildRows, rows, matched, filterable)
        : CostModel.hashJoin(probeRows, buildRows, rows);
  }

  private static boolean isKind(LogicalJoin.Kind kind, boolean buildsLeft) {
    return switch (kind) {
      case INNER, SEMI -> true;
      case LEFT, ANTI -> buildsLeft;
      case FULL, NULL_AWARE_ANTI, SINGLE -> false;
    };
  }

  /**
   * Returns the cost of the columns beside the key that a filtered scan reads; -1 if no scan is
   * filtered.
   */
  private static double filterable(
      PhysicalPlan probe, List<JoinPlan.Key> keys, boolean buildsLeft) {
    for (JoinPlan.Key key : keys) {
      int column = buildsLeft ? key.right() : key.left();
      if (!key.nullsEqual() && PackedKey.isLong(probe.types().get(column))) {
        ScanPlan.TableScan scan = scan(probe, column);
        if (scan != null) {
          boolean isColumnar = scan.access().index() == null;
          double rows = Math.min(scan.estimate().rows(), probe.estimate().rows());
          return isColumnar ? CostModel.columnarValues(rows, scan.columns().size() - 1) : 0;
        }
      }
    }
    return -1;
  }

  /** Returns the scan that a column comes from and that a filter tests; null if there is none. */
  private static ScanPlan.@Nullable TableScan scan(PhysicalPlan plan, int column) {
    return switch (plan) {
      case ScanPlan.TableScan scan -> scan.point() != null || scan.rowLimit() > 0 ? null : scan;
      case RowPlan.Filter filter -> scan(filter.input(), column);
      case RowPlan.Project project ->
          project.expressions().get(column) instanceof ColumnReference reference
              ? scan(project.input(), reference.index())
              : null;
      case JoinPlan.HashJoin join -> ofProbe(join, column);
      default -> null;
    };
  }

  private static ScanPlan.@Nullable TableScan ofProbe(JoinPlan.HashJoin join, int column) {
    int leftWidth = join.left().columns().size();
    if (join.buildsLeft()) {
      return column < leftWidth ? null : scan(join.right(), column - leftWidth);
    }
    return column < leftWidth ? scan(join.left(), column) : null;
  }
}
