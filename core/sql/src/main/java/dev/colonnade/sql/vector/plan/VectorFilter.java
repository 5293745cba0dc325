package dev.colonnade.sql.vector.plan;

import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.expression.VectorExpression;
import dev.colonnade.sql.vector.operator.FilterOperator;
import dev.colonnade.sql.vector.operator.VectorOperator;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Filter;
import org.apache.calcite.rex.RexNode;

/** A filter on vectors. */
final class VectorFilter extends Filter implements VectorRel {
  private final VectorExpression compiled;
  private final List<VectorType> types;

  VectorFilter(
      RelOptCluster cluster,
      RelTraitSet traits,
      VectorRel input,
      RexNode condition,
      VectorExpression compiled) {
    this(cluster, traits, input, condition, compiled, input.types());
  }

  private VectorFilter(
      RelOptCluster cluster,
      RelTraitSet traits,
      RelNode input,
      RexNode condition,
      VectorExpression compiled,
      List<VectorType> types) {
    super(cluster, traits, input, condition);
    this.compiled = compiled;
    this.types = types;
  }

  @Override
  public Filter copy(RelTraitSet traits, RelNode input, RexNode condition) {
    return new VectorFilter(getCluster(), traits, input, condition, compiled, types);
  }

  @Override
  public List<VectorType> types() {
    return types;
  }

  @Override
  public VectorOperator open(VectorContext context) {
    return new FilterOperator(VectorInputs.open(getInput(), context), compiled, context.run());
  }
}
