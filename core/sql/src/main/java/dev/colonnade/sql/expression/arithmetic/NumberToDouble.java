package dev.colonnade.sql.expression.arithmetic;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.math.BigDecimal;
import java.util.List;

/** Integers, NUMERICs and REALs as DOUBLE PRECISION, rounded once. */
public record NumberToDouble(Expression value) implements Expression {
  private static final long EXACT_MAX = 1L << 53;

  /** The largest power of ten that is a double. */
  private static final int EXACT_POWER_MAX = 22;

  public NumberToDouble {
    requireNonNull(value, "value is null");
    if (!value.type().kind().isNumber() || value.type().kind() == TypeKind.DOUBLE) {
      throw new IllegalArgumentException("not a number: type=" + value.type());
    }
  }

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.DOUBLE);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Vector from = value.evaluate(batch, evaluation);
    double[] result = new double[batch.rowCount()];
    if (from instanceof LongVector longs) {
      convert(longs, result);
    } else {
      for (int row = 0; row < result.length; row++) {
        result[row] = convert(from, row);
      }
    }
    return new DoubleVector(result, from.nulls());
  }

  private void convert(LongVector longs, double[] result) {
    int scale = value.type().scale();
    double divisor = Math.pow(10, Math.min(scale, EXACT_POWER_MAX));
    for (int row = 0; row < result.length; row++) {
      long units = longs.values()[row];
      boolean isExact = units <= EXACT_MAX && units >= -EXACT_MAX;
      result[row] = scale == 0 ? (double) units : isExact ? units / divisor : convert(longs, row);
    }
  }

  private double convert(Vector from, int row) {
    return switch (from.held(row, value.type())) {
      case BigDecimal number -> Casts.decimalToDouble(number);
      case Number number -> number.doubleValue();
      case null, default -> 0;
    };
  }

  @Override
  public boolean isSafe() {
    // A NUMERIC may be out of range.
    return value.isSafe() && value.type().kind() != TypeKind.NUMERIC;
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
    return new NumberToDouble(others.getFirst());
  }

  @Override
  public String sql(List<String> columns) {
    return "(" + value.sql(columns) + ")::double precision";
  }
}
