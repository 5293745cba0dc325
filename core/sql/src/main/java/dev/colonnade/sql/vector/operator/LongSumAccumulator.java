package dev.colonnade.sql.vector.operator;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** SUM of what lies as longs, in 128 bits. */
final class LongSumAccumulator implements VectorAccumulator {
  private final int column;
  private final VectorType from;
  private final VectorType to;
  private final boolean zeroIfEmpty;
  private long[] low = new long[0];
  private long[] high = new long[0];
  private boolean[] isThere = new boolean[0];

  /** By group: the sum of what did not lie as longs. */
  private @Nullable BigDecimal @Nullable [] others;

  /**
   * A sum.
   *
   * @param zeroIfEmpty whether the sum of nothing is 0, not NULL
   */
  LongSumAccumulator(int column, VectorType from, VectorType to, boolean zeroIfEmpty) {
    this.column = column;
    this.from = from;
    this.to = to;
    this.zeroIfEmpty = zeroIfEmpty;
  }

  @Override
  public void add(VectorBatch batch, int[] rows, int rowCount, int[] groups, int groupCount) {
    if (groupCount > low.length) {
      int size = Math.max(groupCount, low.length * 2);
      low = Arrays.copyOf(low, size);
      high = Arrays.copyOf(high, size);
      isThere = Arrays.copyOf(isThere, size);
      others = others == null ? null : Arrays.copyOf(others, size);
    }
    Vector vector = batch.column(column);
    boolean[] nulls = vector.nulls();
    if (vector instanceof LongVector longs) {
      long[] values = longs.values();
      for (int i = 0; i < rowCount; i++) {
        int row = rows[i];
        if (nulls == null || !nulls[row]) {
          add(groups[row], values[row]);
        }
      }
      return;
    }
    for (int i = 0; i < rowCount; i++) {
      if (vector.held(rows[i], from) instanceof BigDecimal number) {
        add(groups[rows[i]], number);
      }
    }
  }

  private void add(int group, long value) {
    long before = low[group];
    long after = before + value;
    low[group] = after;
    high[group] += (value >> 63) + (Long.compareUnsigned(after, before) < 0 ? 1 : 0);
    isThere[group] = true;
  }

  private void add(int group, BigDecimal number) {
    if (others == null) {
      others = new @Nullable BigDecimal[low.length];
    }
    BigDecimal before = others[group];
    others[group] = before == null ? number : before.add(number);
    isThere[group] = true;
  }

  @Override
  public Vector values(int first, int end) {
    int count = end - first;
    long[] values = new long[count];
    boolean[] nulls = new boolean[count];
    boolean anyNull = false;
    for (int i = 0; i < count; i++) {
      int group = first + i;
      boolean isEmpty = group >= low.length || !isThere[group];
      nulls[i] = isEmpty && !zeroIfEmpty;
      anyNull |= nulls[i];
      if (!isEmpty) {
        if (!isLong(group)) {
          return objects(first, end);
        }
        values[i] = low[group];
      }
    }
    return new LongVector(values, anyNull ? nulls : null);
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
      int group = first + i;
      if (group < low.length && isThere[group]) {
        sums[i] = sum(group);
      } else if (zeroIfEmpty) {
        sums[i] = BigDecimal.ZERO.setScale(to.scale());
      }
    }
    return ObjectVector.of(sums, sums.length);
  }

  private BigDecimal sum(int group) {
    BigInteger units =
        BigInteger.valueOf(high[group])
            .shiftLeft(Long.SIZE)
            .add(new BigInteger(Long.toUnsignedString(low[group])));
    BigDecimal sum = new BigDecimal(units, from.scale());
    BigDecimal other = others == null ? null : others[group];
    return other == null ? sum : sum.add(other);
  }

  @Override
  public long memoryBytes() {
    return (long) low.length * (2 * Long.BYTES + 1) + (others == null ? 0 : others.length * 56L);
  }
}
