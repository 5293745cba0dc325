package dev.colonnade.sql.execute.aggregate.accumulator;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** SUM of whole numbers and of NUMERICs in the form LONG, in 128 bits. */
final class LongSumAccumulator implements AverageAccumulator.Sum {
  private static final int DECIMAL_BYTES = 56;

  private final int column;
  private final VectorType from;
  private final VectorType to;
  private final boolean zeroIfNone;
  private long[] low = new long[0];
  private long[] high = new long[0];
  private boolean[] hasValue = new boolean[0];

  /** By group: the sum of the values that are not in the form LONG. */
  private @Nullable BigDecimal @Nullable [] others;

  /**
   * Creates a sum.
   *
   * @param to result; a NUMERIC in the form LONG has the scale of {@code from}
   * @param zeroIfNone whether the sum of no values is 0, not NULL
   */
  LongSumAccumulator(int column, VectorType from, VectorType to, boolean zeroIfNone) {
    this.column = column;
    this.from = from;
    this.to = to;
    this.zeroIfNone = zeroIfNone;
  }

  @Override
  public void add(GroupedRows rows) {
    reserve(rows.groupCount());
    Vector vector = rows.batch().column(column);
    boolean[] nulls = vector.nulls();
    int[] selected = rows.rows();
    int[] groups = rows.groups();
    if (vector instanceof LongVector longs) {
      long[] values = longs.values();
      for (int i = 0; i < rows.count(); i++) {
        int row = selected[i];
        if (nulls == null || !nulls[row]) {
          add(groups[row], values[row]);
        }
      }
      return;
    }
    for (int i = 0; i < rows.count(); i++) {
      if (vector.held(selected[i], from) instanceof BigDecimal number) {
        add(groups[selected[i]], number);
      }
    }
  }

  private void reserve(int groupCount) {
    if (groupCount > low.length) {
      int size = Math.max(groupCount, low.length * 2);
      low = Arrays.copyOf(low, size);
      high = Arrays.copyOf(high, size);
      hasValue = Arrays.copyOf(hasValue, size);
      others = others == null ? null : Arrays.copyOf(others, size);
    }
  }

  private void add(int group, long value) {
    long before = low[group];
    long after = before + value;
    low[group] = after;
    high[group] += (value >> 63) + (Long.compareUnsigned(after, before) < 0 ? 1 : 0);
    hasValue[group] = true;
  }

  private void add(int group, BigDecimal number) {
    if (others == null) {
      others = new @Nullable BigDecimal[low.length];
    }
    BigDecimal before = others[group];
    others[group] = before == null ? number : CheckedArithmetic.addDecimal(before, number);
    hasValue[group] = true;
  }

  @Override
  public void merge(Accumulator other, int[] groups, int groupCount) {
    reserve(groupCount);
    LongSumAccumulator sums = (LongSumAccumulator) other;
    for (int i = 0; i < Math.min(groups.length, sums.low.length); i++) {
      if (!sums.hasValue[i]) {
        continue;
      }
      int group = groups[i];
      long before = low[group];
      low[group] = before + sums.low[i];
      high[group] += sums.high[i] + (Long.compareUnsigned(low[group], before) < 0 ? 1 : 0);
      hasValue[group] = true;
      BigDecimal further = sums.others == null ? null : sums.others[i];
      if (further != null) {
        add(group, further);
      }
    }
  }

  @Override
  public Vector values(int first, int end) {
    int count = end - first;
    long[] values = new long[count];
    boolean[] nulls = new boolean[count];
    boolean anyNull = false;
    for (int i = 0; i < count; i++) {
      int group = first + i;
      boolean isEmpty = group >= low.length || !hasValue[group];
      nulls[i] = isEmpty && !zeroIfNone;
      anyNull |= nulls[i];
      if (!isEmpty) {
        if (!isLong(group)) {
          return objects(first, end);
        }
        values[i] = low[group];
      }
    }
    return to.form() == VectorType.Form.LONG
        ? new LongVector(values, anyNull ? nulls : null)
        : objects(first, end);
  }

  private boolean isLong(int group) {
    boolean isLong = high[group] == low[group] >> 63 && (others == null || others[group] == null);
    if (!isLong && to.kind() != TypeKind.NUMERIC) {
      throw new ColonnadeException(
          ErrorCode.VALUE_OUT_OF_RANGE, to.kind().sqlName() + " out of range");
    }
    return isLong;
  }

  private Vector objects(int first, int end) {
    @Nullable Object[] sums = new @Nullable Object[end - first];
    for (int i = 0; i < sums.length; i++) {
      BigDecimal sum = sum(first + i);
      sums[i] = sum == null && zeroIfNone ? BigDecimal.ZERO.setScale(from.scale()) : sum;
    }
    return ObjectVector.of(sums, sums.length);
  }

  @Override
  public @Nullable BigDecimal sum(int group) {
    if (group >= low.length || !hasValue[group]) {
      return null;
    }
    BigInteger units =
        high[group] == low[group] >> 63
            ? BigInteger.valueOf(low[group])
            : BigInteger.valueOf(high[group])
                .shiftLeft(Long.SIZE)
                .add(new BigInteger(Long.toUnsignedString(low[group])));
    BigDecimal sum = new BigDecimal(units, from.scale());
    BigDecimal other = others == null ? null : others[group];
    return other == null ? sum : CheckedArithmetic.addDecimal(sum, other);
  }

  @Override
  public long memoryBytes() {
    return (long) low.length * (2 * Long.BYTES + 1)
        + (others == null ? 0 : (long) others.length * DECIMAL_BYTES);
  }
}
