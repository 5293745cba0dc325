package dev.colonnade.sql.plan.join;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * The column of a table that a column of a plan comes from.
 *
 * @param ordinal among the columns that {@code scan} gives
 */
record KeyOrigin(TableScan scan, int ordinal) {
  /**
   * Returns the maximum number of distinct values that some columns of a plan have together: the
   * number of rows in the table that they are a key of; infinite if they are not known to be a key.
   */
  static double valuesMax(RelNode plan, List<Integer> columns, RelMetadataQuery metadata) {
    Set<TableScan> scans = new HashSet<>();
    ImmutableBitSet.Builder ordinals = ImmutableBitSet.builder();
    for (int column : columns) {
      KeyOrigin origin = of(plan, column);
      if (origin == null) {
        return Double.POSITIVE_INFINITY;
      }
      scans.add(origin.scan());
      ordinals.set(origin.ordinal());
    }
    TableScan scan = scans.size() == 1 ? scans.iterator().next() : null;
    return scan != null && Boolean.TRUE.equals(metadata.areColumnsUnique(scan, ordinals.build()))
        ? Math.max(1, scan.getTable().getRowCount())
        : Double.POSITIVE_INFINITY;
  }

  private static @Nullable KeyOrigin of(RelNode plan, int column) {
    return switch (plan) {
      case TableScan scan -> new KeyOrigin(scan, column);
      case Filter filter -> of(filter.getInput(), column);
      case Project project ->
          project.getProjects().get(column) instanceof RexInputRef ref
              ? of(project.getInput(), ref.getIndex())
              : null;
      case Join join -> {
        int width = join.getLeft().getRowType().getFieldCount();
        yield column < width ? of(join.getLeft(), column) : of(join.getRight(), column - width);
      }
      case LookupJoin join -> {
        int width = join.getInput().getRowType().getFieldCount();
        yield column < width
            ? of(join.getInput(), column)
            : new KeyOrigin(join.terms().table(), column - width);
      }
      default -> null;
    };
  }
}
