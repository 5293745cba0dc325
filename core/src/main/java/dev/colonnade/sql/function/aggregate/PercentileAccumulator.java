package dev.colonnade.sql.function.aggregate;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.Intervals;
import dev.colonnade.sql.function.library.ValueOrder;
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
  private double fraction = Double.NaN;

  PercentileAccumulator(boolean isBetween, boolean isDescending) {
    this.isBetween = isBetween;
    this.isDescending = isDescending;
  }

  @Override
  public void add(@Nullable Object[] arguments) {
    if (arguments[0] instanceof Number number) {
      fraction = number.doubleValue();
    }
    Object value = arguments[1];
    if (value != null) {
      values.add(value);
    }
  }

  @Override
  public @Nullable Object result() {
    if (values.isEmpty() || Double.isNaN(fraction)) {
      return null;
    }
    if (fraction < 0 || fraction > 1) {
      throw new ColonnadeException(
          ErrorCode.VALUE_OUT_OF_RANGE, "percentile value " + fraction + " is not between 0 and 1");
    }
    values.sort(isDescending ? Collections.reverseOrder(ValueOrder::compare) : ValueOrder::compare);
    return isBetween
        ? between()
        : values.get(Math.max(0, (int) Math.ceil(fraction * values.size()) - 1));
  }

  private Object between() {
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
