package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/** An aggregate that makes one value of two, as statements hold them. */
final class ObjectAccumulator implements VectorAccumulator {
  private static final int OBJECT_BYTES = 48;

  private final int column;
  private final VectorType type;
  private final BinaryOperator<Object> combine;
  private final @Nullable Object empty;
  private @Nullable Object[] values = new @Nullable Object[0];

  private ObjectAccumulator(
      int column, VectorType type, BinaryOperator<Object> combine, @Nullable Object empty) {
    this.column = column;
    this.type = type;
    this.combine = combine;
    this.empty = empty;
  }

  /** SUM of NUMERICs. */
  static ObjectAccumulator sum(int column, VectorType type, boolean zeroIfEmpty) {
    return new ObjectAccumulator(
        column,
        type,
        (some, other) -> ((BigDecimal) some).add((BigDecimal) other),
        zeroIfEmpty ? BigDecimal.ZERO : null);
  }

  /** MIN or MAX. */
  static ObjectAccumulator extreme(int column, VectorType type, boolean isLeast) {
    int sign = isLeast ? 1 : -1;
    return new ObjectAccumulator(
        column,
        type,
        (some, other) -> sign * Ordering.compareHeld(some, other) <= 0 ? some : other,
        null);
  }

  /** Begins with these values of the first groups. */
  void begin(Vector first, int count) {
    values = new @Nullable Object[count];
    for (int group = 0; group < count; group++) {
      values[group] = first.held(group, type);
    }
  }

  @Override
  public void add(VectorBatch batch, int[] rows, int rowCount, int[] groups, int groupCount) {
    if (groupCount > values.length) {
      values = Arrays.copyOf(values, Math.max(groupCount, values.length * 2));
    }
    Vector vector = batch.column(column);
    for (int i = 0; i < rowCount; i++) {
      Object value = vector.held(rows[i], type);
      if (value != null) {
        int group = groups[rows[i]];
        Object before = values[group];
        values[group] = before == null ? value : combine.apply(before, value);
      }
    }
  }

  @Override
  public Vector values(int from, int to) {
    @Nullable Object[] part = new @Nullable Object[to - from];
    for (int i = 0; i < part.length; i++) {
      Object value = from + i < values.length ? values[from + i] : null;
      part[i] = value == null ? empty : value;
    }
    return VectorBuilder.vectorOf(part, type);
  }

  @Override
  public long memoryBytes() {
    return (long) values.length * OBJECT_BYTES;
  }
}
