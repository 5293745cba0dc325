package dev.colonnade.sql.run;

import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.logical.LogicalJoin;
import org.apache.calcite.rel.metadata.RelMetadataQuery;
import org.apache.calcite.rel.rules.JoinCommuteRule;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.tools.RelBuilder;

/**
 * Decides which side of a join generated code keeps in memory: the one with fewer rows. Calcite's
 * code keeps the right one, so joins are turned; those that only ask about the rows of their left
 * side become {@link LeftKept}.
 */
final class KeptSides extends RelHomogeneousShuttle {
  private final RelBuilder relBuilder;

  private KeptSides(RelBuilder relBuilder) {
    this.relBuilder = relBuilder;
  }

  /** The plan with its joins turned. */
  static RelNode of(RelNode plan) {
    return plan.accept(new KeptSides(RelFactories.LOGICAL_BUILDER.create(plan.getCluster(), null)));
  }

  @Override
  public RelNode visit(RelNode other) {
    RelNode visited = super.visit(other);
    if (!(visited instanceof LogicalJoin join)
        || join.analyzeCondition().leftKeys.isEmpty()
        || !isLeftSmaller(join)) {
      return visited;
    }
    return switch (join.getJoinType()) {
      case SEMI, ANTI -> new LeftKept(join.getTraitSet(), join.getLeft(), join.getRight(), join);
      case INNER, LEFT, RIGHT, FULL -> turned(join);
      default -> join;
    };
  }

  private static boolean isLeftSmaller(Join join) {
    RelMetadataQuery metadata = join.getCluster().getMetadataQuery();
    Double left = metadata.getRowCount(join.getLeft());
    Double right = metadata.getRowCount(join.getRight());
    return left != null && right != null && left < right;
  }

  private RelNode turned(LogicalJoin join) {
    boolean withOuterJoins = true;
    RelNode turned = JoinCommuteRule.swap(join, withOuterJoins, relBuilder);
    return turned == null ? join : turned;
  }

  /** A join that keeps its left side, about whose rows it asks. */
  static final class LeftKept extends Join {
    private LeftKept(RelTraitSet traits, RelNode left, RelNode right, Join like) {
      super(
          like.getCluster(),
          traits,
          List.of(),
          left,
          right,
          like.getCondition(),
          Set.of(),
          like.getJoinType());
    }

    @Override
    public Join copy(
        RelTraitSet traits,
        RexNode newCondition,
        RelNode newLeft,
        RelNode newRight,
        JoinRelType newType,
        boolean isSemiJoinDone) {
      return new LeftKept(traits, newLeft, newRight, this);
    }
  }
}
