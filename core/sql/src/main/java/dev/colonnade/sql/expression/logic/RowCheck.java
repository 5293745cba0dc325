package dev.colonnade.sql.expression.logic;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/**
 * Predicate of row-level security, or of a view, that a row has to satisfy: TRUE, or an error. It
 * counts as volatile, so that the optimizer evaluates it for exactly the rows that the statement
 * writes.
 *
 * @param code of the error
 * @param message of the error
 */
public record RowCheck(Expression predicate, ErrorCode code, String message) implements Expression {
  public RowCheck {
    requireNonNull(predicate, "predicate is null");
    requireNonNull(code, "code is null");
    requireNonNull(message, "message is null");
  }

  @Override
  public VectorType type() {
    return predicate.type();
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Vector results = predicate.evaluate(batch, evaluation);
    for (int row = 0; row < batch.rowCount(); row++) {
      if (results.isNull(row) || !((BooleanVector) results).values()[row]) {
        throw new ColonnadeException(code, message);
      }
    }
    return results;
  }

  @Override
  public boolean isVolatile() {
    return true;
  }

  @Override
  public List<Expression> operands() {
    return List.of(predicate);
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new RowCheck(others.getFirst(), code, message);
  }

  @Override
  public String sql(List<String> columns) {
    return predicate.sql(columns);
  }
}
