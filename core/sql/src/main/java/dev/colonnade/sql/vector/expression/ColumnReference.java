package dev.colonnade.sql.vector.expression;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;

/** A column of the batch, under the same type or another that lies alike. */
record ColumnReference(VectorType type, int index) implements VectorExpression {
  @Override
  public Vector evaluate(VectorBatch batch, Constants constants) {
    return batch.column(index);
  }
}
