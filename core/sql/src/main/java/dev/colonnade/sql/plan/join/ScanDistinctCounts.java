package dev.colonnade.sql.plan.join;

import dev.colonnade.sql.plan.scan.PushedScan;
import dev.colonnade.statistics.TableStatistics;
import org.apache.calcite.rel.metadata.BuiltInMetadata;
import org.apache.calcite.rel.metadata.RelMdDistinctRowCount;
import org.apache.calcite.rel.metadata.RelMdUtil;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/** Distinct counts of the columns of scans with projection and filter. */
public final class ScanDistinctCounts extends RelMdDistinctRowCount {
  /** The values of the table's columns, as far as the rows that the scan leaves have them. */
  public @Nullable Double getDistinctRowCount(
      PushedScan scan, RelMetadataQuery mq, ImmutableBitSet groupKey, @Nullable RexNode predicate) {
    var known = scan.getTable().unwrap(BuiltInMetadata.DistinctRowCount.Handler.class);
    if (known == null) {
      return null;
    }
    ImmutableBitSet.Builder inTable = ImmutableBitSet.builder();
    groupKey.forEach(column -> inTable.set(scan.spec().ordinals().get(column)));
    Double all = known.getDistinctRowCount(scan, mq, inTable.build(), null);
    double rows = mq.getRowCount(scan) * RelMdUtil.guessSelectivity(predicate);
    return all == null
        ? null
        : (Double) TableStatistics.distinctAmong(all, scan.getTable().getRowCount(), rows);
  }

  /** The values of the input, and of the table whose rows are looked up. */
  public @Nullable Double getDistinctRowCount(
      LookupJoin join, RelMetadataQuery mq, ImmutableBitSet groupKey, @Nullable RexNode predicate) {
    int width = join.getInput().getRowType().getFieldCount();
    ImmutableBitSet ofInput = groupKey.intersect(ImmutableBitSet.range(width));
    Double values =
        ofInput.isEmpty() ? (Double) 1.0 : mq.getDistinctRowCount(join.getInput(), ofInput, null);
    for (int column : groupKey.except(ofInput)) {
      int ordinal = join.terms().lookup().scan().ordinals().get(column - width);
      double more = JoinRowCounts.distinctInTable(join.terms().table(), ordinal);
      values = values == null ? null : (Double) (values * more);
    }
    return among(values, mq.getRowCount(join), predicate);
  }

  private static @Nullable Double among(
      @Nullable Double values, Double rows, @Nullable RexNode predicate) {
    return values == null
        ? null
        : RelMdUtil.numDistinctVals(values, rows * RelMdUtil.guessSelectivity(predicate));
  }
}
