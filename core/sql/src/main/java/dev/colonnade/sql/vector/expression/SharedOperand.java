package dev.colonnade.sql.vector.expression;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;

/**
 * Expression over one value that it refers to several times, and that is evaluated once.
 *
 * @param expression over the value as the only column
 */
record SharedOperand(VectorExpression value, VectorExpression expression)
    implements VectorExpression {
  @Override
  public VectorType type() {
    return expression.type();
  }

  @Override
  public Vector evaluate(VectorBatch batch, Constants constants) {
    Vector column = value.evaluate(batch, constants);
    return expression.evaluate(new VectorBatch(batch.rowCount(), new Vector[] {column}), constants);
  }
}
