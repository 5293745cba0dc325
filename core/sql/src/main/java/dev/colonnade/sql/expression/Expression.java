package dev.colonnade.sql.expression;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
   * Returns the same expression over other operands.
   *
   * @param others as many as {@link #operands} returns, each of the representation of the operand
   *     at its position
   */
  Expression withOperands(List<Expression> others);

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

  /** Returns the subquery that the expression itself runs; null if it runs none. */
  default @Nullable Subquery subquery() {
    return null;
  }

  /**
   * Returns whether the value depends on nothing but the operands: neither on the running statement
   * nor on its session. Does not look at the operands.
   */
  default boolean isImmutable() {
    return !isVolatile();
  }

  /**
   * Returns whether the value over literals is computed when a statement is planned. Does not look
   * at the operands.
   */
  default boolean isFoldable() {
    return isImmutable();
  }

  /** Returns whether the evaluation certainly fails for no row and has no effect. */
  default boolean isSafe() {
    return false;
  }

  /** Returns whether the value is the same for all rows of an execution. */
  default boolean isConstant() {
    return false;
  }

  /** Returns whether the evaluation takes a few steps and never waits, apart from its operands. */
  default boolean isQuick() {
    return false;
  }
}
