package dev.colonnade.sql.vector.plan;

import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.expression.VectorExpression;
import dev.colonnade.sql.vector.operator.ProjectOperator;
import dev.colonnade.sql.vector.operator.VectorOperator;
import java.util.List;
import java.util.Set;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexNode;

/** A projection on vectors. */
final class VectorProject extends Project implements VectorRel {
  private final List<VectorExpression> compiled;

  VectorProject(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelNode input,
      List<? extends RexNode> projects,
      List<VectorExpression> compiled,
      RelDataType rowType) {
    super(cluster, traits, List.of(), input, projects, rowType, Set.of());
    this.compiled = List.copyOf(compiled);
  }

  @Override
  public Project copy(
      RelTraitSet traits, RelNode input, List<RexNode> projects, RelDataType rowType) {
    return new VectorProject(getCluster(), traits, input, projects, compiled, rowType);
  }

  @Override
  public List<VectorType> types() {
    return compiled.stream().map(VectorExpression::type).toList();
  }

  @Override
  public VectorOperator open(VectorContext context) {
    return new ProjectOperator(VectorInputs.open(getInput(), context), compiled, context.run());
  }
}
