package dev.colonnade.sql.expression.arithmetic;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/** Same values under another type of the same representation. */
public record RetypedExpression(VectorType type, Expression value) implements Expression {
  public RetypedExpression {
    requireNonNull(type, "type is null");
    if (type.form() != value.type().form() || type.scale() != value.type().scale()) {
      throw new IllegalArgumentException("from=%s to=%s".formatted(value.type(), type));
    }
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    return value.evaluate(batch, evaluation);
  }

  @Override
  public boolean isSafe() {
    return value.isSafe();
  }

  @Override
  public boolean isQuick() {
    return true;
  }

  @Override
  public List<Expression> operands() {
    return List.of(value);
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new RetypedExpression(type, others.getFirst());
  }

  @Override
  public String sql(List<String> columns) {
    boolean isCast = type.kind() == TypeKind.NUMERIC && value.type().kind().isInteger();
    return isCast ? "(" + value.sql(columns) + ")::numeric" : value.sql(columns);
  }
}
