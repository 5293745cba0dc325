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
 * Chooses the build side of a join in generated code: the input with fewer rows. Calcite's code
 * builds the right input, so joins are turned; semi and anti joins of the left side become {@link
 * LeftBuildJoin}.
 */
final class BuildSideSelection extends RelHomogeneousShuttle {
  private final RelBuilder relBuilder;

  private BuildSideSelection(RelBuilder relBuilder) {
    this.relBuilder = relBuilder;
  }

  /** The plan with its joins turned. */
  static RelNode of(RelNode plan) {
    return plan.accept(
        new BuildSideSelection(RelFactories.LOGICAL_BUILDER.create(plan.getCluster(), null)));
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
      case SEMI, ANTI ->
          new LeftBuildJoin(join.getTraitSet(), join.getLeft(), join.getRight(), join);
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

  /** Semi or anti join whose build side is its left side. */
  static final class LeftBuildJoin extends Join {
    private LeftBuildJoin(RelTraitSet traits, RelNode left, RelNode right, Join like) {
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
      return new LeftBuildJoin(traits, newLeft, newRight, this);
    }
  }
}
