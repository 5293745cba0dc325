package dev.colonnade.sql.expression;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/**
 * Typed expression over the columns of a batch. Immutable: any number of executions share it, and
 * the state of an execution is in its {@link Evaluation}.
 */
public interface Expression {
  /** Returns the representation of the values. */
  VectorType type();

  /**
   * Returns a value for each row of the batch.
   *
   * <p>An error of one row is an error of the batch: an operator that needs values only for some
   * rows passes a batch with these rows selected.
   *
   * @throws dev.colonnade.error.ColonnadeException the error of one of the rows
   */
  Vector evaluate(VectorBatch batch, Evaluation evaluation);

  /** Returns the operands; empty for a leaf. */
  List<Expression> operands();

  /**
   * Returns the SQL text, as EXPLAIN shows it, with parentheses around operators.
   *
   * @param columns the names of the columns of the batch
   */
  String sql(List<String> columns);

  /**
   * Returns whether two evaluations of equal operands in one statement may differ, or have effects.
   * Does not look at the operands.
   */
  default boolean isVolatile() {
    return false;
  }
}
