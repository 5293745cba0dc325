package dev.colonnade.sql.plan.join;

import dev.colonnade.sql.plan.scan.AccessPath;
import java.util.List;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinInfo;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.metadata.BuiltInMetadata;
import org.apache.calcite.rel.metadata.ChainedRelMetadataProvider;
import org.apache.calcite.rel.metadata.DefaultRelMetadataProvider;
import org.apache.calcite.rel.metadata.ReflectiveRelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMdRowCount;
import org.apache.calcite.rel.metadata.RelMdUtil;
import org.apache.calcite.rel.metadata.RelMetadataProvider;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * How many rows joins give: of an equality, one in as many as the side with more different values
 * has of them (Selinger et al., 1979), where Calcite would guess 15 in 100.
 */
public final class JoinRowCounts extends RelMdRowCount {
  /** Different values of a column of which nothing is known. */
  private static final double DISTINCT_GUESS = 200;

  /** Of pairs with the same key, a condition that is no equality holds in this part, or more. */
  private static final double UNEQUAL_FRACTION = 0.5;

  /** Calcite's own answers, but for these. */
  public static final RelMetadataProvider PROVIDER =
      ChainedRelMetadataProvider.of(
          List.of(
              ReflectiveRelMetadataProvider.reflectiveSource(
                  new JoinRowCounts(), BuiltInMetadata.RowCount.Handler.class),
              ReflectiveRelMetadataProvider.reflectiveSource(
                  new ScanDistinctCounts(), BuiltInMetadata.DistinctRowCount.Handler.class),
              DefaultRelMetadataProvider.INSTANCE));

  @Override
  public @Nullable Double getRowCount(Join join, RelMetadataQuery mq) {
    JoinInfo info = join.analyzeCondition();
    Double left = mq.getRowCount(join.getLeft());
    Double right = mq.getRowCount(join.getRight());
    if (info.leftKeys.isEmpty()) {
      return super.getRowCount(join, mq);
    }
    if (!join.getJoinType().projectsRight()) {
      return askedRows(join, info, mq);
    }
    double rows = left * right / divisor(join, info, mq);
    for (RexNode rest : info.nonEquiConditions) {
      rows *= RelMdUtil.guessSelectivity(rest);
    }
    double least =
        join.getJoinType() == JoinRelType.LEFT
            ? left
            : join.getJoinType() == JoinRelType.RIGHT
                ? right
                : join.getJoinType() == JoinRelType.FULL ? Math.max(left, right) : 1;
    return Math.max(least, rows);
  }

  /** Calcite takes what has one input to give as many rows as that. */
  public Double getRowCount(LookupJoin join, RelMetadataQuery mq) {
    return join.estimateRowCount(mq);
  }

  /** How many rows of the left side meet some row, or none: by the values that both sides have. */
  private static double askedRows(Join join, JoinInfo info, RelMetadataQuery mq) {
    double left = mq.getRowCount(join.getLeft());
    double part = 1;
    for (int i = 0; i < info.leftKeys.size(); i++) {
      double asked = distinct(join.getLeft(), info.leftKeys.get(i), mq);
      part = Math.min(part, distinct(join.getRight(), info.rightKeys.get(i), mq) / asked);
    }
    part *= info.isEqui() ? 1 : UNEQUAL_FRACTION;
    double met = left * Math.min(1, part);
    return Math.max(1, join.getJoinType() == JoinRelType.SEMI ? met : left - met);
  }

  /**
   * Several equalities together never tell apart more than the larger side has rows, nor, where one
   * side's rows are told apart by them, more than there are of that side.
   */
  private static double divisor(Join join, JoinInfo info, RelMetadataQuery mq) {
    double product = 1;
    for (int i = 0; i < info.leftKeys.size(); i++) {
      double left = distinct(join.getLeft(), info.leftKeys.get(i), mq);
      double right = distinct(join.getRight(), info.rightKeys.get(i), mq);
      product *= Math.max(1, Math.max(left, right));
    }
    if (info.leftKeys.size() == 1) {
      return product;
    }
    double most = Math.max(mq.getRowCount(join.getLeft()), mq.getRowCount(join.getRight()));
    if (Boolean.TRUE.equals(mq.areColumnsUnique(join.getRight(), info.rightSet()))) {
      most = Math.min(most, baseRows(join.getRight(), mq));
    } else if (Boolean.TRUE.equals(mq.areColumnsUnique(join.getLeft(), info.leftSet()))) {
      most = Math.min(most, baseRows(join.getLeft(), mq));
    }
    return Math.min(product, Math.max(1, most));
  }

  /** The rows of the table that a plan reads, whatever it leaves of them. */
  static double baseRows(RelNode plan, RelMetadataQuery mq) {
    TableScan scan = JoinCosts.scanOf(plan);
    return Math.max(1, scan == null ? mq.getRowCount(plan) : scan.getTable().getRowCount());
  }

  /**
   * How many different values the table has in a column. Of a small table, what will be there when
   * it has grown: plans are kept.
   */
  static double distinctInTable(TableScan scan, int ordinal) {
    var known = scan.getTable().unwrap(BuiltInMetadata.DistinctRowCount.Handler.class);
    Double found =
        known == null
            ? null
            : known.getDistinctRowCount(
                scan, scan.getCluster().getMetadataQuery(), ImmutableBitSet.of(ordinal), null);
    boolean isSmall = scan.getTable().getRowCount() < AccessPath.ROWS_MIN;
    return found == null ? DISTINCT_GUESS : isSmall ? Math.max(found, DISTINCT_GUESS) : found;
  }

  private static double distinct(RelNode side, int column, RelMetadataQuery mq) {
    Double found = mq.getDistinctRowCount(side, ImmutableBitSet.of(column), null);
    return found == null ? Math.min(DISTINCT_GUESS, mq.getRowCount(side)) : found;
  }
}
