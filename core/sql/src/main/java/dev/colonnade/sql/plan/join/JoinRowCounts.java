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
 * Row counts of joins: an equality selects one row in as many as the side with more distinct values
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

  /**
   * Returns how many rows of the left side have a matching row, or none: by the distinct values of
   * both sides.
   */
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
   * Returns the divisor of several equalities. Together they never distinguish more values than the
   * larger side has rows, nor, where they are a key of one side, more than that side has rows.
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
   * Returns the number of distinct values in a column of the table. For a small table it is the
   * number expected after growth, since plans are cached.
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
