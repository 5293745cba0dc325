package dev.colonnade.sql.function.aggregate;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.scalar.IntervalFunctions;
import dev.colonnade.sql.function.value.SqlValueComparator;
import dev.colonnade.type.Interval;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Percentile of the sorted values: the value at a fraction, or the interpolation of the two nearest
 * values.
 */
final class PercentileAccumulator implements GroupAccumulator {
  private final boolean isInterpolated;
  private final boolean isDescending;
  private Comparator<Object> order = SqlValueComparator::compare;
  private final List<Object> values = new ArrayList<>();

  /** Number or list of numbers; null before the first row. */
  private @Nullable Object fraction;

  PercentileAccumulator(boolean isInterpolated, boolean isDescending) {
    this.isInterpolated = isInterpolated;
    this.isDescending = isDescending;
  }

  @Override
  public void compareBy(Comparator<Object> other) {
    order = other;
  }

  @Override
  public void add(@Nullable Object[] arguments) {
    fraction = arguments[0];
    Object value = arguments[1];
    if (value != null) {
      values.add(value);
    }
  }

  @Override
  public @Nullable Object result() {
    if (values.isEmpty() || fraction == null) {
      return null;
    }
    values.sort(isDescending ? Collections.reverseOrder(order) : order);
    if (!(fraction instanceof List<?> fractions)) {
      return at(((Number) fraction).doubleValue());
    }
    List<@Nullable Object> results = new ArrayList<>(fractions.size());
    for (Object one : fractions) {
      results.add(one == null ? null : at(((Number) one).doubleValue()));
    }
    return results;
  }

  private Object at(double share) {
    if (share < 0 || share > 1) {
      throw new ColonnadeException(
          ErrorCode.VALUE_OUT_OF_RANGE, "percentile value " + share + " is not between 0 and 1");
    }
    return isInterpolated
        ? between(share)
        : values.get(Math.max(0, (int) Math.ceil(share * values.size()) - 1));
  }

  private Object between(double fraction) {
    double position = fraction * (values.size() - 1);
    Object low = values.get((int) Math.floor(position));
    Object high = values.get((int) Math.ceil(position));
    double share = position - Math.floor(position);
    if (low instanceof Interval from && high instanceof Interval to) {
      return IntervalFunctions.addInterval(
          from,
          IntervalFunctions.multiplyInterval(IntervalFunctions.subtractInterval(to, from), share));
    }
    double from = ((Number) low).doubleValue();
    double to = ((Number) high).doubleValue();
    return share == 0 ? from : from + share * (to - from);
  }
}
