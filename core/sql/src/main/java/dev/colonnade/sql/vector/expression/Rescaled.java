package dev.colonnade.sql.vector.expression;

import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import org.jspecify.annotations.Nullable;

/** A NUMERIC with more digits after the point, for comparisons: the value stays. */
record Rescaled(VectorType type, VectorExpression value) implements VectorExpression {
  @Override
  public Vector evaluate(VectorBatch batch, Constants constants) {
    Vector from = value.evaluate(batch, constants);
    int count = batch.rowCount();
    long factor = 1;
    for (int i = value.type().scale(); i < type.scale(); i++) {
      factor *= 10;
    }
    if (from instanceof LongVector longs) {
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
}
