package dev.colonnade.sql.function.aggregate;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.scalar.IntervalFunctions;
import dev.colonnade.type.Interval;
import dev.colonnade.type.value.ArrayValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Percentile of values that arrive in their order, and of which the number is known: the value at a
 * fraction, or the interpolation of the two nearest values. It keeps only these.
 */
final class PercentileAccumulator implements GroupAccumulator {
  private final boolean isInterpolated;

  /** The values at the positions that the result needs; null before they have arrived. */
  private final Map<Long, @Nullable Object> values = new HashMap<>();

  private long rowCount;
  private long position;

  /** Number or list of numbers; null before the first row. */
  private @Nullable Object fraction;

  PercentileAccumulator(boolean isInterpolated) {
    this.isInterpolated = isInterpolated;
  }

  @Override
  public void expect(long expectedCount) {
    rowCount = expectedCount;
  }

  @Override
  public boolean growsWithRows() {
    return false;
  }

  @Override
  public void add(@Nullable Object[] arguments) {
    if (position == 0) {
      fraction = arguments[0];
      for (Object share : shares(fraction)) {
        if (share instanceof Number number) {
          values.put(low(number.doubleValue()), null);
          values.put(high(number.doubleValue()), null);
        }
      }
    }
    if (values.containsKey(position)) {
      values.put(position, arguments[1]);
    }
    position++;
  }

  private static List<? extends @Nullable Object> shares(@Nullable Object fraction) {
    return fraction instanceof List<?> list
        ? list
        : fraction == null ? List.of() : List.of(fraction);
  }

  private long low(double share) {
    if (share < 0 || share > 1) {
      throw new ColonnadeException(
          ErrorCode.VALUE_OUT_OF_RANGE, "percentile value " + share + " is not between 0 and 1");
    }
    return isInterpolated
        ? (long) Math.floor(share * (rowCount - 1))
        : Math.max(0, (long) Math.ceil(share * rowCount) - 1);
  }

  private long high(double share) {
    return isInterpolated ? (long) Math.ceil(share * (rowCount - 1)) : low(share);
  }

  @Override
  public @Nullable Object result() {
    if (position == 0 || fraction == null) {
      return null;
    }
    if (!(fraction instanceof List<?> fractions)) {
      return at(((Number) fraction).doubleValue());
    }
    return ArrayValue.map(
        fractions, one -> one instanceof Number number ? at(number.doubleValue()) : null);
  }

  private @Nullable Object at(double share) {
    Object low = values.get(low(share));
    return isInterpolated ? between(low, values.get(high(share)), share * (rowCount - 1)) : low;
  }

  private static @Nullable Object between(
      @Nullable Object low, @Nullable Object high, double position) {
    double share = position - Math.floor(position);
    if (low instanceof Interval from && high instanceof Interval to) {
      return IntervalFunctions.addInterval(
          from,
          IntervalFunctions.multiplyInterval(IntervalFunctions.subtractInterval(to, from), share));
    }
    if (low instanceof Number start && high instanceof Number end) {
      double from = start.doubleValue();
      return share == 0 ? from : from + share * (end.doubleValue() - from);
    }
    throw new IllegalStateException("fewer values than expected: position=" + position);
  }
}
