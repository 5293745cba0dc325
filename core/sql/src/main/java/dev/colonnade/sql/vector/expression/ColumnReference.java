package dev.colonnade.sql.vector.expression;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;

/** Column of the batch, under its type or another one of the same representation. */
record ColumnReference(VectorType type, int index) implements VectorExpression {
  @Override
  public Vector evaluate(VectorBatch batch, Constants constants) {
    return batch.column(index);
  }
}
