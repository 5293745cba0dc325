package dev.colonnade.sql.expression;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/**
 * Parameter of the statement.
 *
 * @param index from 0
 */
public record Parameter(VectorType type, int index) implements Expression {
  public Parameter {
    requireNonNull(type, "type is null");
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    if (evaluation.hasParameterColumns() && index < batch.width()) {
      return batch.column(index);
    }
    return evaluation.repeated(this, type, evaluation.parameter(index), batch.rowCount());
  }

  @Override
  public boolean isSafe() {
    return true;
  }

  @Override
  public boolean isConstant() {
    return true;
  }

  @Override
  public boolean isQuick() {
    return true;
  }

  @Override
  public List<Expression> operands() {
    return List.of();
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return this;
  }

  @Override
  public String sql(List<String> columns) {
    return "$" + (index + 1);
  }
}
