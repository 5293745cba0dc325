package dev.colonnade.sql.vector.plan;

import dev.colonnade.sql.vector.operator.VectorOperator;
import org.apache.calcite.rel.RelNode;

/** Inputs of vector operators. */
final class VectorInputs {
  private VectorInputs() {}

  static VectorOperator open(RelNode input, VectorContext context) {
    if (input.stripped() instanceof VectorRel vectors) {
      return context.measured(vectors, vectors.open(context));
    }
    throw new IllegalStateException("input has no vectors: " + input);
  }
}
