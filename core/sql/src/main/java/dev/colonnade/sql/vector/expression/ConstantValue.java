package dev.colonnade.sql.vector.expression;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import org.apache.calcite.rex.RexNode;

/** An expression without columns. */
record ConstantValue(VectorType type, RexNode node) implements VectorExpression {
  @Override
  public Vector evaluate(VectorBatch batch, Constants constants) {
    return constants.vector(node, type, batch.rowCount());
  }
}
