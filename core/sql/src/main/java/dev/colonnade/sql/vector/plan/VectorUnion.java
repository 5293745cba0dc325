package dev.colonnade.sql.vector.plan;

import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.operator.UnionOperator;
import dev.colonnade.sql.vector.operator.VectorOperator;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.SetOp;
import org.apache.calcite.rel.core.Union;
import org.jspecify.annotations.Nullable;

/** The rows of one input after the other. */
final class VectorUnion extends Union implements VectorRel {
  private final List<VectorType> types;

  private VectorUnion(
      RelOptCluster cluster, RelTraitSet traits, List<RelNode> inputs, List<VectorType> types) {
    super(cluster, traits, inputs, true);
    this.types = types;
  }

  /**
   * All rows of the inputs of a union; null if some have no vectors, or such that lie otherwise.
   */
  static @Nullable VectorUnion of(Union union, RelTraitSet traits) {
    List<VectorType> types = null;
    for (RelNode input : union.getInputs()) {
      if (!(input instanceof VectorRel vectors)) {
        return null;
      }
      types = types == null ? vectors.types() : types;
      if (!types.equals(vectors.types())) {
        return null;
      }
    }
    return types == null
        ? null
        : new VectorUnion(union.getCluster(), traits, union.getInputs(), types);
  }

  @Override
  public SetOp copy(RelTraitSet traits, List<RelNode> inputs, boolean all) {
    return new VectorUnion(getCluster(), traits, inputs, types);
  }

  @Override
  public List<VectorType> types() {
    return types;
  }

  @Override
  public VectorOperator open(VectorContext context) {
    List<VectorOperator> opened = new ArrayList<>();
    try {
      for (RelNode input : getInputs()) {
        opened.add(VectorInputs.open(input, context));
      }
    } catch (RuntimeException | Error e) {
      opened.forEach(VectorOperator::close);
      throw e;
    }
    return new UnionOperator(opened);
  }
}
