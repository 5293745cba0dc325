package dev.colonnade.sql.plan.join;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.plan.scan.Access;
import dev.colonnade.sql.plan.scan.AccessPath;
import dev.colonnade.sql.plan.scan.ColumnBound;
import dev.colonnade.sql.plan.scan.FilterTemplate;
import dev.colonnade.sql.plan.scan.PushedScan;
import dev.colonnade.sql.plan.scan.ScanSpec;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinInfo;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.rules.JoinCommuteRule;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.tools.RelBuilder;
import org.jspecify.annotations.Nullable;

/**
 * Joins a table by looking its rows up, where few rows are joined to a table of many and a key of
 * it begins with what they are joined by.
 */
public final class LookupJoins extends RelHomogeneousShuttle {
  /** A lookup must cost less than this part of a scan: numbers of rows are guesses. */
  private static final double PART_MAX = 0.5;

  /** A scan is taken to cost so much at least: plans are kept while tables grow. */
  private static final double SCAN_COST_MIN = 5000;

  private final RelBuilder relBuilder;

  public LookupJoins(RelBuilder relBuilder) {
    this.relBuilder = relBuilder;
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    if (!(visited instanceof Join join)) {
      return visited;
    }
    RelNode looked = lookedUp(join);
    if (looked != null) {
      return looked;
    }
    RelNode swapped =
        isTurnable(join.getJoinType()) && join.getLeft() instanceof PushedScan
            ? JoinCommuteRule.swap(join, true, relBuilder)
            : null;
    if (swapped != null && swapped.getInput(0) instanceof Join turned) {
      RelNode lookedTurned = lookedUp(turned);
      return lookedTurned == null
          ? join
          : swapped.copy(swapped.getTraitSet(), List.of(lookedTurned));
    }
    return join;
  }

  private static boolean isTurnable(JoinRelType type) {
    return type == JoinRelType.INNER || type == JoinRelType.RIGHT;
  }

  @Override
  public RelNode visit(TableScan scan) {
    return scan;
  }

  /**
   * Variant of {@link #lookedUpByAll} that evaluates conditions other than equalities on the pairs
   * of an inner join.
   */
  private @Nullable RelNode lookedUp(Join join) {
    JoinInfo info = join.analyzeCondition();
    if (info.isEqui() || join.getJoinType() != JoinRelType.INNER) {
      return lookedUpByAll(join);
    }
    RexBuilder builder = join.getCluster().getRexBuilder();
    Join byKeys =
        join.copy(
            join.getTraitSet(),
            info.getEquiCondition(join.getLeft(), join.getRight(), builder),
            join.getLeft(),
            join.getRight(),
            join.getJoinType(),
            join.isSemiJoinDone());
    RelNode looked = lookedUpByAll(byKeys);
    return looked == null
        ? null
        : LogicalFilter.create(looked, RexUtil.composeConjunction(builder, info.nonEquiConditions));
  }

  private @Nullable RelNode lookedUpByAll(Join join) {
    boolean isKind =
        switch (join.getJoinType()) {
          case INNER, LEFT, SEMI, ANTI -> true;
          default -> false;
        };
    JoinInfo info = join.analyzeCondition();
    if (!isKind
        || !(join.getRight() instanceof PushedScan scan)
        || scan.spec().rowLimit() > 0
        || scan.spec().access().order() != Access.Order.ANY
        || !info.isEqui()
        || info.leftKeys.isEmpty()
        || JoinConditions.keepsNulls(join)) {
      return null;
    }
    List<Integer> columns = new ArrayList<>();
    info.rightKeys.forEach(index -> columns.add(scan.spec().ordinals().get(index)));
    AccessPath path = best(join, scan, columns);
    if (path == null) {
      return null;
    }
    ScanSpec spec = scan.spec().withAccess(path.access(Access.Order.ANY));
    return new LookupJoin(
        join.getCluster(),
        join.getTraitSet(),
        join.getLeft(),
        join.getRowType(),
        new LookupJoin.Terms(
            join.getJoinType(),
            new LookupJoin.Lookup(spec, info.leftKeys.toIntegerList(), columns),
            join.getCluster().getMetadataQuery().getRowCount(join),
            scan));
  }

  private static @Nullable AccessPath best(Join join, PushedScan scan, List<Integer> columns) {
    ScanSpec spec = scan.spec();
    Table table = spec.table();
    List<Column> all = table.schema().columns();
    double tableRows = scan.getTable().getRowCount();
    Double inputRows = join.getCluster().getMetadataQuery().getRowCount(join.getLeft());
    if (inputRows == null) {
      return null;
    }
    Set<Integer> needed = new HashSet<>();
    spec.ordinals().forEach(ordinal -> needed.add(all.get(ordinal).id()));
    for (RexNode condition : spec.conditions()) {
      RelOptUtil.InputFinder.bits(condition).forEach(i -> needed.add(all.get(i).id()));
    }
    List<ColumnBound> bounds = new ArrayList<>();
    for (int ordinal : columns) {
      Column column = all.get(ordinal);
      needed.add(column.id());
      if (FilterTemplate.isOrderedByKey(column.type())) {
        bounds.add(ColumnBound.oneOf(column.id(), JoinRowCounts.distinctInTable(scan, ordinal)));
      }
    }
    AccessPath best = null;
    double least = costMax(scanCost(scan, tableRows));
    double matches =
        tableRows
            / KeyOrigin.valuesMax(
                join.getLeft(),
                join.analyzeCondition().leftKeys,
                join.getCluster().getMetadataQuery());
    for (AccessPath path : paths(table, needed, bounds, tableRows)) {
      double cost = path.joinCost(inputRows, matches);
      if (path.isSearched() && cost < least) {
        best = path;
        least = cost;
      }
    }
    return best;
  }

  /** Returns the maximum cost of a lookup. */
  static double costMax(double scanCost) {
    return Math.max(SCAN_COST_MIN, scanCost) * PART_MAX;
  }

  private static double scanCost(PushedScan scan, double tableRows) {
    return scan.spec().access().equals(Access.ROWS)
        ? AccessPath.ofRows(
                scan.spec().table(), AccessPath.bounds(scan.spec()), Math.max(1, tableRows))
            .totalCost()
        : scan.estimateRowCount(scan.getCluster().getMetadataQuery());
  }

  static List<AccessPath> paths(
      Table table, Set<Integer> needed, List<ColumnBound> bounds, double tableRows) {
    List<AccessPath> paths = new ArrayList<>();
    paths.add(AccessPath.ofRows(table, bounds, tableRows));
    for (TableIndex index : table.indexes()) {
      boolean isWhole = index.descriptor().definition().predicate() == null;
      if (isWhole && index.descriptor().isReady()) {
        paths.add(AccessPath.ofIndex(index, needed, bounds, tableRows));
      }
    }
    return paths;
  }
}
