package dev.colonnade.sql.plan.join;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexUtil;

/**
 * Takes out of an OR what all its branches have in common, so that a join condition that every
 * branch repeats is seen as one.
 */
public final class JoinConditions extends RelHomogeneousShuttle {
  private final RexBuilder builder;

  public JoinConditions(RexBuilder builder) {
    this.builder = builder;
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    return switch (visited) {
      case Filter filter ->
          filter.copy(filter.getTraitSet(), filter.getInput(), factored(filter.getCondition()));
      case Join join ->
          join.copy(
              join.getTraitSet(),
              factored(join.getCondition()),
              join.getLeft(),
              join.getRight(),
              join.getJoinType(),
              join.isSemiJoinDone());
      default -> visited;
    };
  }

  private RexNode factored(RexNode condition) {
    return RexUtil.pullFactors(builder, condition);
  }

  /** Returns whether a join compares NULL as equal, as IS NOT DISTINCT FROM does. */
  static boolean keepsNulls(Join join) {
    List<Boolean> filterNulls = new ArrayList<>();
    RelOptUtil.splitJoinCondition(
        join.getLeft(),
        join.getRight(),
        join.getCondition(),
        new ArrayList<>(),
        new ArrayList<>(),
        filterNulls);
    return filterNulls.contains(false);
  }
}
