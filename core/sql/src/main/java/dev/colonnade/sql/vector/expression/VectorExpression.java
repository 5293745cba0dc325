package dev.colonnade.sql.vector.expression;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;

/**
 * An expression over the columns of a batch. The same object serves any number of runs at the same
 * time: what belongs to a run is in its {@link Constants}.
 */
public interface VectorExpression {
  VectorType type();

  /**
   * A value for each row of the batch.
   *
   * @throws dev.colonnade.error.ColonnadeException what one of the rows fails with
   */
  Vector evaluate(VectorBatch batch, Constants constants);
}
