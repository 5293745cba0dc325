package dev.colonnade.sql.vector.expression;

import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.math.BigDecimal;

/** Integers and NUMERICs as DOUBLE PRECISION, rounded once. */
record LongToDouble(VectorExpression value) implements VectorExpression {
  private static final long EXACT_MAX = 1L << 53;

  /** Powers of ten that are doubles. */
  private static final int EXACT_POWER_MAX = 22;

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.DOUBLE);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Constants constants) {
    Vector from = value.evaluate(batch, constants);
    int count = batch.rowCount();
    double[] result = new double[count];
    int scale = value.type().scale();
    double divisor = Math.pow(10, Math.min(scale, EXACT_POWER_MAX));
    for (int row = 0; row < count; row++) {
      if (from.isNull(row)) {
        continue;
      }
      long units = from instanceof LongVector longs ? longs.values()[row] : Long.MAX_VALUE;
      boolean isExact = units <= EXACT_MAX && units >= -EXACT_MAX;
      if (scale == 0 && from instanceof LongVector) {
        result[row] = units;
      } else if (isExact) {
        result[row] = units / divisor;
      } else {
        Object held = from.held(row, value.type());
        result[row] = held instanceof BigDecimal number ? Casts.decimalToDouble(number) : 0;
      }
    }
    return new DoubleVector(result, from.nulls());
  }
}
