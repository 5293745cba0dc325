package dev.colonnade.sql.vector.plan;

import dev.colonnade.sql.vector.operator.VectorOperator;
import org.apache.calcite.rel.RelNode;

/** What vector operators take from. */
final class VectorInputs {
  private VectorInputs() {}

  static VectorOperator open(RelNode input, VectorGround ground) {
    if (input.stripped() instanceof VectorRel vectors) {
      return ground.measured(vectors, vectors.open(ground));
    }
    throw new IllegalStateException("input has no vectors: " + input);
  }
}
