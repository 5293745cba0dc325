package dev.colonnade.sql.expression.arithmetic;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/** Integer as SMALLINT or INTEGER; an error if it is out of range. */
public record NarrowedInteger(TypeKind kind, Expression value) implements Expression {
  public NarrowedInteger {
    requireNonNull(value, "value is null");
    if (kind != TypeKind.SMALLINT && kind != TypeKind.INTEGER) {
      throw new IllegalArgumentException("not a narrow integer: " + kind);
    }
  }

  @Override
  public VectorType type() {
    return VectorType.of(kind);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    LongVector from = (LongVector) value.evaluate(batch, evaluation);
    long[] values = from.values();
    for (int row = 0; row < batch.rowCount(); row++) {
      boolean fits =
          kind == TypeKind.INTEGER
              ? values[row] == (int) values[row]
              : values[row] == (short) values[row];
      if (!fits && !from.isNull(row)) {
        return kind == TypeKind.INTEGER
            ? fail(Casts.longToInteger(values[row]))
            : fail(Casts.longToSmallint(values[row]));
      }
    }
    return from;
  }

  private static Vector fail(int number) {
    throw new IllegalStateException("number fits: " + number);
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
    return new NarrowedInteger(kind, others.getFirst());
  }

  @Override
  public String sql(List<String> columns) {
    return "(" + value.sql(columns) + ")::" + kind.sqlName();
  }
}
