package dev.colonnade.sql.function.aggregate;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.Intervals;
import dev.colonnade.sql.function.ValueOrder;
import dev.colonnade.type.Interval;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The value at a fraction of the sorted values, or between the two that are next to it. */
final class PercentileAccumulator implements Accumulator {
  private final boolean isBetween;
  private final boolean isDescending;
  private final List<Object> values = new ArrayList<>();

  /** A number, or a list of them; null if there is none yet. */
  private @Nullable Object fraction;

  PercentileAccumulator(boolean isBetween, boolean isDescending) {
    this.isBetween = isBetween;
    this.isDescending = isDescending;
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
    values.sort(isDescending ? Collections.reverseOrder(ValueOrder::compare) : ValueOrder::compare);
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
    return isBetween
        ? between(share)
        : values.get(Math.max(0, (int) Math.ceil(share * values.size()) - 1));
  }

  private Object between(double fraction) {
    double place = fraction * (values.size() - 1);
    Object low = values.get((int) Math.floor(place));
    Object high = values.get((int) Math.ceil(place));
    double share = place - Math.floor(place);
    if (low instanceof Interval from && high instanceof Interval to) {
      return Intervals.addInterval(
          from, Intervals.multiplyInterval(Intervals.subtractInterval(to, from), share));
    }
    double from = ((Number) low).doubleValue();
    double to = ((Number) high).doubleValue();
    return from + share * (to - from);
  }
}
