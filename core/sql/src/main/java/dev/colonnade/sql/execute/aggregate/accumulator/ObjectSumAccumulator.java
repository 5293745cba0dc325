package dev.colonnade.sql.execute.aggregate.accumulator;

import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** SUM of numbers as objects: NUMERIC and REAL. */
final class ObjectSumAccumulator implements AverageAccumulator.Sum {
  private static final int OBJECT_BYTES = 64;

  private final int column;
  private final VectorType from;
  private final VectorType to;
  private final boolean zeroIfNone;
  private @Nullable Object[] sums = new @Nullable Object[0];

  ObjectSumAccumulator(int column, VectorType from, VectorType to, boolean zeroIfNone) {
    this.column = column;
    this.from = from;
    this.to = to;
    this.zeroIfNone = zeroIfNone;
  }

  @Override
  public void add(GroupedRows rows) {
    if (rows.groupCount() > sums.length) {
      sums = Arrays.copyOf(sums, Math.max(rows.groupCount(), sums.length * 2));
    }
    Vector vector = rows.batch().column(column);
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.rows()[i];
      if (vector.held(row, from) instanceof Number number) {
        int group = rows.groups()[row];
        Object value = converted(number);
        Object before = sums[group];
        sums[group] = before == null ? value : added(before, value);
      }
    }
  }

  private Object converted(Number number) {
    return switch (to.kind()) {
      case REAL -> number.floatValue();
      case DOUBLE ->
          number instanceof BigDecimal decimal
              ? Casts.decimalToDouble(decimal)
              : number.doubleValue();
      default ->
          number instanceof BigDecimal decimal ? decimal : BigDecimal.valueOf(number.longValue());
    };
  }

  private Object added(Object left, Object right) {
    return switch (to.kind()) {
      case REAL -> CheckedArithmetic.addFloat((Float) left, (Float) right);
      case DOUBLE -> CheckedArithmetic.addDouble((Double) left, (Double) right);
      default -> CheckedArithmetic.addDecimal((BigDecimal) left, (BigDecimal) right);
    };
  }

  @Override
  public @Nullable Object sum(int group) {
    return group < sums.length ? sums[group] : null;
  }

  @Override
  public Vector values(int first, int end) {
    Object none = zeroIfNone ? converted(0) : null;
    @Nullable Object[] part = new @Nullable Object[end - first];
    for (int i = 0; i < part.length; i++) {
      Object sum = sum(first + i);
      part[i] = sum == null ? none : sum;
    }
    return VectorBuilder.vectorOf(part, to);
  }

  /** Returns whether the class sums values of a kind. */
  static boolean isSummed(TypeKind kind) {
    return kind == TypeKind.NUMERIC || kind == TypeKind.REAL;
  }

  @Override
  public long memoryBytes() {
    return (long) sums.length * OBJECT_BYTES;
  }
}
