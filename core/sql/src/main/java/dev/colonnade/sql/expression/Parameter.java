package dev.colonnade.sql.expression;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Parameter of the statement.
 *
 * @param index from 0
 * @param sample value of the statement that is planned, for estimates of its rows; null if none is
 *     known
 */
public record Parameter(VectorType type, int index, @Nullable Object sample) implements Expression {
  public Parameter(VectorType type, int index, @Nullable Object sample) {
    this.type = requireNonNull(type, "type is null");
    this.index = index;
    this.sample = sample;
  }

  /** Creates a parameter of which no value is known. */
  public Parameter(VectorType type, int index) {
    this(type, index, null);
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
