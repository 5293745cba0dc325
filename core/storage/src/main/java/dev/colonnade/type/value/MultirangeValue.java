package dev.colonnade.type.value;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Set of values of one type as ranges. Immutable.
 *
 * @param ranges in ascending order; none is empty, overlaps another or is adjacent to it
 */
public record MultirangeValue(List<RangeValue> ranges) {
  /** Set without values. */
  public static final MultirangeValue EMPTY = new MultirangeValue(List.of());

  public MultirangeValue {
    ranges = List.copyOf(ranges);
  }

  public boolean isEmpty() {
    return ranges.isEmpty();
  }

  /** Returns the same set with the bounds in another representation. */
  public MultirangeValue map(UnaryOperator<Object> change) {
    return new MultirangeValue(ranges.stream().map(range -> range.map(change)).toList());
  }
}
