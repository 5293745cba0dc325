package dev.colonnade.sql.function.aggregate;

import dev.colonnade.sql.function.value.Ranges;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Union of ranges and multiranges as a multirange, or their intersection; NULL if there are none.
 */
final class RangeAccumulator implements GroupAccumulator {
  private final boolean isIntersection;
  private final List<RangeValue> ranges = new ArrayList<>();
  private @Nullable Object common;
  private boolean hasValues;

  RangeAccumulator(boolean isIntersection) {
    this.isIntersection = isIntersection;
  }

  @Override
  public void add(@Nullable Object[] arguments) {
    Object value = arguments[0];
    if (value == null) {
      return;
    }
    hasValues = true;
    if (isIntersection) {
      common = common == null ? value : intersection(common, value);
    } else if (value instanceof RangeValue range) {
      ranges.add(range);
    } else {
      ranges.addAll(((MultirangeValue) value).ranges());
    }
  }

  private static Object intersection(Object left, Object right) {
    return left instanceof RangeValue range
        ? Ranges.intersection(range, (RangeValue) right)
        : Ranges.intersection((MultirangeValue) left, (MultirangeValue) right);
  }

  @Override
  public @Nullable Object result() {
    return !hasValues ? null : isIntersection ? common : Ranges.setOf(ranges);
  }
}
