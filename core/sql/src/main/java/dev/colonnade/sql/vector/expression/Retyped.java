package dev.colonnade.sql.vector.expression;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;

/** Same values under another type of the same representation. */
record Retyped(VectorType type, VectorExpression value) implements VectorExpression {
  @Override
  public Vector evaluate(VectorBatch batch, Constants constants) {
    return value.evaluate(batch, constants);
  }
}
