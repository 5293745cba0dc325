package dev.colonnade.sql.expression.arithmetic;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Integer or NUMERIC with more digits after the point, for comparisons: the value stays the same.
 *
 * @param type of the form LONG, with a greater scale than the value
 */
public record RescaledDecimal(VectorType type, Expression value) implements Expression {
  public RescaledDecimal {
    requireNonNull(type, "type is null");
    if (value.type().form() != VectorType.Form.LONG || type.scale() < value.type().scale()) {
      throw new IllegalArgumentException("from=%s to=%s".formatted(value.type(), type));
    }
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Vector from = value.evaluate(batch, evaluation);
    int count = batch.rowCount();
    if (from instanceof LongVector longs) {
      long factor = 1;
      for (int i = value.type().scale(); i < type.scale(); i++) {
        factor *= 10;
      }
      long[] result = new long[count];
      long wrong = 0;
      for (int row = 0; row < count; row++) {
        result[row] = longs.values()[row] * factor;
        wrong |= Math.multiplyHigh(longs.values()[row], factor) ^ (result[row] >> 63);
      }
      if (wrong == 0) {
        return new LongVector(result, from.nulls());
      }
    }
    @Nullable Object[] held = new @Nullable Object[count];
    for (int row = 0; row < count; row++) {
      held[row] = from.held(row, value.type());
    }
    return ObjectVector.of(held, count);
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
    return new RescaledDecimal(type, others.getFirst());
  }

  @Override
  public String sql(List<String> columns) {
    return value.sql(columns);
  }
}
