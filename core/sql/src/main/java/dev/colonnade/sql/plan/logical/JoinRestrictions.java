package dev.colonnade.sql.plan.logical;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * Derives filters of one side from the join condition, where every branch of an OR restricts that
 * side alone: from {@code a.x = 1 and b.y = 2 or a.x = 2 and b.y = 1} that {@code a.x} is 1 or 2.
 * The condition stays as it is.
 */
final class JoinRestrictions extends RelHomogeneousShuttle {
  private final RexBuilder builder;

  JoinRestrictions(RexBuilder builder) {
    this.builder = builder;
  }

  @Override
  public RelNode visit(RelNode other) {
    return super.visit(
        other instanceof Join join && join.getJoinType() == JoinRelType.INNER
            ? restricted(join)
            : other);
  }

  private RelNode restricted(Join join) {
    int leftWidth = join.getLeft().getRowType().getFieldCount();
    int width = join.getRowType().getFieldCount();
    RelNode left = join.getLeft();
    RelNode right = join.getRight();
    for (RexNode condition : RelOptUtil.conjunctions(join.getCondition())) {
      if (condition.getKind() == SqlKind.OR && RexUtil.isDeterministic(condition)) {
        left = restricted(left, condition, ImmutableBitSet.range(leftWidth), 0);
        right = restricted(right, condition, ImmutableBitSet.range(leftWidth, width), leftWidth);
      }
    }
    return left.equals(join.getLeft()) && right.equals(join.getRight())
        ? join
        : join.copy(
            join.getTraitSet(),
            join.getCondition(),
            left,
            right,
            join.getJoinType(),
            join.isSemiJoinDone());
  }

  private RelNode restricted(RelNode side, RexNode or, ImmutableBitSet columns, int first) {
    RexNode implied = impliedOf(or, columns);
    return implied == null ? side : LogicalFilter.create(side, RexUtil.shift(implied, -first));
  }

  /**
   * Returns the restriction that an OR implies for some columns; null if one of its branches has
   * none.
   */
  private @Nullable RexNode impliedOf(RexNode or, ImmutableBitSet columns) {
    List<RexNode> branches = new ArrayList<>();
    for (RexNode branch : RelOptUtil.disjunctions(or)) {
      List<RexNode> own = new ArrayList<>();
      for (RexNode condition : RelOptUtil.conjunctions(branch)) {
        ImmutableBitSet used = RelOptUtil.InputFinder.bits(condition);
        if (!used.isEmpty() && columns.contains(used)) {
          own.add(condition);
        }
      }
      if (own.isEmpty()) {
        return null;
      }
      branches.add(RexUtil.composeConjunction(builder, own));
    }
    return RexUtil.composeDisjunction(builder, branches);
  }
}
