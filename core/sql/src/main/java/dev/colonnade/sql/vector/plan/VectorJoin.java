package dev.colonnade.sql.vector.plan;

import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.operator.JoinOperator;
import dev.colonnade.sql.vector.operator.JoinShape;
import dev.colonnade.sql.vector.operator.MarkOperator;
import dev.colonnade.sql.vector.operator.VectorOperator;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelWriter;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rex.RexNode;

/** A join by hash on vectors: one side looks up what is kept of the other. */
final class VectorJoin extends Join implements VectorRel {
  private final JoinShape shape;

  VectorJoin(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelNode left,
      RelNode right,
      Join like,
      JoinShape shape) {
    this(cluster, traits, left, right, like.getCondition(), like.getJoinType(), shape);
  }

  private VectorJoin(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelNode left,
      RelNode right,
      RexNode condition,
      JoinRelType joinType,
      JoinShape shape) {
    super(cluster, traits, List.of(), left, right, condition, Set.of(), joinType);
    this.shape = shape;
  }

  @Override
  public Join copy(
      RelTraitSet traits,
      RexNode condition,
      RelNode left,
      RelNode right,
      JoinRelType joinType,
      boolean semiJoinDone) {
    return new VectorJoin(getCluster(), traits, left, right, condition, joinType, shape);
  }

  @Override
  public RelWriter explainTerms(RelWriter writer) {
    return super.explainTerms(writer).item("build", shape.buildFirst() ? "left" : "right");
  }

  @Override
  public List<VectorType> types() {
    return shape.resultTypes();
  }

  @Override
  public VectorOperator open(VectorContext context) {
    VectorOperator probe = VectorInputs.open(shape.buildFirst() ? getRight() : getLeft(), context);
    try {
      VectorOperator build =
          VectorInputs.open(shape.buildFirst() ? getLeft() : getRight(), context);
      return shape.asksBuild()
          ? new MarkOperator(shape, probe, build, context.run())
          : new JoinOperator(shape, probe, build, context.run());
    } catch (RuntimeException | Error e) {
      probe.close();
      throw e;
    }
  }
}
