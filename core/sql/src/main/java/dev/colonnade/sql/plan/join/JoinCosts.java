package dev.colonnade.sql.plan.join;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.plan.scan.AccessPath;
import dev.colonnade.sql.plan.scan.ColumnBound;
import dev.colonnade.sql.plan.scan.FilterTemplate;
import dev.colonnade.sql.schema.SnapshotTable;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/** Cost model of reading the inputs of joins, in rows that a join returns. */
final class JoinCosts implements JoinOrder.Costs {
  /** A row that a scan looks at, mostly in cached columns. */
  private static final double SCANNED_ROW = 0.3;

  private final JoinGraph graph;

  JoinCosts(JoinGraph graph) {
    this.graph = graph;
  }

  @Override
  public double scan(int input) {
    TableScan scan = scanOf(graph.input(input));
    return scan == null
        ? graph.rows(input)
        : scan.getTable().getRowCount() * SCANNED_ROW + graph.rows(input);
  }

  /**
   * Returns the cost of the lookup that {@link LookupJoins} will find; infinite if it will find
   * none.
   */
  @Override
  public double lookup(int input, List<Integer> columns, double searches) {
    TableScan scan = scanOf(graph.input(input));
    SnapshotTable table = scan == null ? null : scan.getTable().unwrap(SnapshotTable.class);
    if (scan == null || table == null) {
      return Double.POSITIVE_INFINITY;
    }
    List<ColumnBound> bounds = bounds(graph.input(input), scan, table.table(), columns);
    double tableRows = scan.getTable().getRowCount();
    double least = Double.POSITIVE_INFINITY;
    Set<Integer> needed = needed(graph.input(input), table.table());
    for (AccessPath path : LookupJoins.paths(table.table(), needed, bounds, tableRows)) {
      if (path.isSearched()) {
        least = Math.min(least, path.joinCost(searches, 1));
      }
    }
    return least < LookupJoins.costMax(tableRows) ? least : Double.POSITIVE_INFINITY;
  }

  /** The ids of the columns that an input reads of its table. */
  private static Set<Integer> needed(RelNode input, Table table) {
    RelNode below = input;
    ImmutableBitSet read = ImmutableBitSet.range(input.getRowType().getFieldCount());
    while (below instanceof Filter || below instanceof Project) {
      if (below instanceof Filter filter) {
        read = read.union(RelOptUtil.InputFinder.bits(filter.getCondition()));
      } else if (below instanceof Project project) {
        List<RexNode> shown = new ArrayList<>();
        read.forEachInt(column -> shown.add(project.getProjects().get(column)));
        read = RelOptUtil.InputFinder.bits(shown, null);
      }
      below = below.getInput(0);
    }
    Set<Integer> ids = new HashSet<>();
    read.forEachInt(ordinal -> ids.add(table.schema().columns().get(ordinal).id()));
    return ids;
  }

  private static List<ColumnBound> bounds(
      RelNode input, TableScan scan, Table table, List<Integer> columns) {
    List<ColumnBound> bounds = new ArrayList<>();
    for (int column : columns) {
      int ordinal = ordinalOf(input, column);
      if (ordinal >= 0) {
        Column stored = table.schema().columns().get(ordinal);
        if (FilterTemplate.isOrderedByKey(stored.type())) {
          bounds.add(ColumnBound.oneOf(stored.id(), JoinRowCounts.distinctInTable(scan, ordinal)));
        }
      }
    }
    return bounds;
  }

  /** Returns the position in its table of a column; -1 if it is computed. */
  private static int ordinalOf(RelNode input, int column) {
    RelNode below = input;
    int at = column;
    while (true) {
      if (below instanceof Filter filter) {
        below = filter.getInput();
      } else if (below instanceof Project project) {
        if (!(project.getProjects().get(at) instanceof RexInputRef ref)) {
          return -1;
        }
        at = ref.getIndex();
        below = project.getInput();
      } else {
        return below instanceof TableScan ? at : -1;
      }
    }
  }

  /** The scan that an input is; null if it is more than that. */
  static @Nullable TableScan scanOf(RelNode input) {
    RelNode below = input;
    while (below instanceof Filter || below instanceof Project) {
      below = below.getInput(0);
    }
    return below instanceof TableScan scan ? scan : null;
  }
}
