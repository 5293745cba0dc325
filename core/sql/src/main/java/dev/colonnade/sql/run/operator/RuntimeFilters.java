package dev.colonnade.sql.run.operator;

import dev.colonnade.sql.execute.filter.ColumnFilter;
import dev.colonnade.sql.execute.filter.RuntimeFilter;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.physical.AggregatePlan;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.run.context.ParallelPlan;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.PackedKey;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runtime filters of hash joins for the scans of their probe sides. A join that returns no row of
 * the probe side without a match has a filter for each key of integers, dates or times. Its scans
 * are found below filters, projections, joins, and aggregations that group by the key: a row that
 * is skipped there could only become rows that the join discards. One thread.
 */
final class RuntimeFilters {
  /** Filters by the scan that has them; null until there is one. */
  private @Nullable IdentityHashMap<ScanPlan.TableScan, List<ColumnFilter>> byScan;

  /**
   * Creates the filters of a join, which the scans of its probe side receive while the scope is
   * open.
   */
  Scope open(JoinPlan.HashJoin join) {
    Scope scope = new Scope();
    if (hasFilters(join)) {
      PhysicalPlan probe = ParallelPlan.probeOf(join);
      for (JoinPlan.Key key : join.keys()) {
        int ofBuild = join.buildsLeft() ? key.left() : key.right();
        int ofProbe = join.buildsLeft() ? key.right() : key.left();
        VectorType buildType = ParallelPlan.buildOf(join).types().get(ofBuild);
        if (!key.nullsEqual() && areComparable(buildType, probe.types().get(ofProbe))) {
          RuntimeFilter filter = new RuntimeFilter();
          if (scope.add(probe, ofProbe, filter)) {
            scope.ofBuild.add(new ColumnFilter(ofBuild, filter));
          }
        }
      }
    }
    return scope;
  }

  /** Returns the filters of a scan that is created now. */
  List<ColumnFilter> of(ScanPlan.TableScan scan) {
    return byScan == null ? List.of() : List.copyOf(byScan.getOrDefault(scan, List.of()));
  }

  private static boolean hasFilters(JoinPlan.HashJoin join) {
    boolean isSelective =
        switch (join.kind()) {
          case INNER, SEMI -> true;
          case LEFT, ANTI -> join.buildsLeft();
          case RIGHT -> !join.buildsLeft();
          case FULL, NULL_AWARE_ANTI -> false;
        };
    return isSelective && isStable(join.condition());
  }

  private static boolean isStable(@Nullable Expression expression) {
    return expression == null || !expression.isVolatile();
  }

  private static boolean areComparable(VectorType one, VectorType other) {
    return PackedKey.isLong(one)
        && PackedKey.isLong(other)
        && (one.kind() == other.kind() || (isInteger(one) && isInteger(other)));
  }

  private static boolean isInteger(VectorType type) {
    return switch (type.kind()) {
      case SMALLINT, INTEGER, BIGINT -> true;
      default -> false;
    };
  }

  /** Filters of one join. */
  final class Scope implements AutoCloseable {
    private final List<ColumnFilter> ofBuild = new ArrayList<>();
    private final List<ScanPlan.TableScan> scans = new ArrayList<>();

    /** Returns the filters by columns of the build side, which publishes its values to them. */
    List<ColumnFilter> ofBuild() {
      return ofBuild;
    }

    /** Adds a filter of a column to the scans that it comes from; returns whether there is one. */
    private boolean add(PhysicalPlan plan, int column, RuntimeFilter filter) {
      return switch (plan) {
        case ScanPlan.TableScan scan -> addTo(scan, column, filter);
        case RowPlan.Filter rows -> isStable(rows.predicate()) && add(rows.input(), column, filter);
        case RowPlan.Project project ->
            project.expressions().stream().allMatch(RuntimeFilters::isStable)
                && project.expressions().get(column) instanceof ColumnReference reference
                && add(project.input(), reference.index(), filter);
        case RowPlan.Sort sort -> sort.limit() == null && add(sort.input(), column, filter);
        case AggregatePlan.HashAggregate groups ->
            groups.groupingSets().size() == 1
                && groups.groupingSets().getFirst().contains(column)
                && add(groups.input(), groups.keys().get(column), filter);
        case AggregatePlan.SortedAggregate groups ->
            column < groups.keys().size() && add(groups.input(), groups.keys().get(column), filter);
        case JoinPlan.HashJoin join ->
            isStable(join.condition())
                && addToInputs(join.kind(), join.left(), join.right(), column, filter);
        case JoinPlan.MergeJoin join ->
            isStable(join.condition())
                && addToInputs(join.kind(), join.left(), join.right(), column, filter);
        case JoinPlan.NestedLoopJoin join ->
            isStable(join.condition())
                && addToInputs(join.kind(), join.left(), join.right(), column, filter);
        case JoinPlan.LookupJoin join ->
            isStable(join.condition()) && addToLeft(join.kind(), join.left(), column, filter);
        default -> false;
      };
    }

    private boolean addToInputs(
        JoinPlan.Kind kind,
        PhysicalPlan left,
        PhysicalPlan right,
        int column,
        RuntimeFilter filter) {
      int leftWidth = left.columns().size();
      if (column < leftWidth) {
        return addToLeft(kind, left, column, filter);
      }
      return switch (kind) {
        case INNER, RIGHT -> add(right, column - leftWidth, filter);
        case LEFT, FULL, SEMI, ANTI, NULL_AWARE_ANTI -> false;
      };
    }

    private boolean addToLeft(
        JoinPlan.Kind kind, PhysicalPlan left, int column, RuntimeFilter filter) {
      return column < left.columns().size()
          && switch (kind) {
            case INNER, LEFT, SEMI, ANTI, NULL_AWARE_ANTI -> add(left, column, filter);
            case RIGHT, FULL -> false;
          };
    }

    private boolean addTo(ScanPlan.TableScan scan, int column, RuntimeFilter filter) {
      if (scan.point() != null || scan.rowLimit() > 0) {
        return false;
      }
      if (byScan == null) {
        byScan = new IdentityHashMap<>();
      }
      byScan.computeIfAbsent(scan, _ -> new ArrayList<>()).add(new ColumnFilter(column, filter));
      scans.add(scan);
      return true;
    }

    /** Ends the scope: scans that are created from now on do not have the filters. */
    @Override
    public void close() {
      for (ScanPlan.TableScan scan : scans) {
        List<ColumnFilter> filters = byScan == null ? null : byScan.get(scan);
        if (filters != null) {
          filters.removeIf(each -> ofBuild.stream().anyMatch(own -> own.filter() == each.filter()));
        }
      }
    }
  }
}
