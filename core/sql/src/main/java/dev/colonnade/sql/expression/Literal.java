package dev.colonnade.sql.expression;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Constant of the statement.
 *
 * @param value in its internal representation; null is NULL
 */
public record Literal(VectorType type, @Nullable Object value) implements Expression {
  public Literal(VectorType type, @Nullable Object value) {
    this.type = requireNonNull(type, "type is null");
    this.value = value;
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    return evaluation.repeated(this, type, value, batch.rowCount());
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
    return LiteralText.of(type.kind(), value);
  }
}
