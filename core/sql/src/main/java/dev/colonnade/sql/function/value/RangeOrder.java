package dev.colonnade.sql.function.value;

import static java.util.Objects.requireNonNull;

import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import java.util.List;

/** PostgreSQL's order of ranges, of multiranges and of their bounds. */
public final class RangeOrder {
  private RangeOrder() {}

  /**
   * Bound of a range.
   *
   * @param value null if the range is infinite on this side
   */
  public record Bound(
      @org.jspecify.annotations.Nullable Object value, boolean isInclusive, boolean isLower) {
    /** Returns the lower bound of a range. */
    public static Bound lower(RangeValue range) {
      return new Bound(range.lower(), range.isLowerInclusive(), true);
    }

    /** Returns the upper bound of a range. */
    public static Bound upper(RangeValue range) {
      return new Bound(range.upper(), range.isUpperInclusive(), false);
    }

    /** Returns the bound of the ranges on the other side, which begin or end here. */
    public Bound opposite() {
      return new Bound(value, !isInclusive, !isLower);
    }
  }

  /** Compares bounds by value alone; an infinite bound is the least or the greatest value. */
  public static int compareValues(Bound left, Bound right) {
    if (left.value() == null || right.value() == null) {
      int first = left.value() != null ? 0 : left.isLower() ? -1 : 1;
      int second = right.value() != null ? 0 : right.isLower() ? -1 : 1;
      return Integer.compare(first, second);
    }
    return compareFinite(left.value(), right.value());
  }

  /** The order of all types of bounds is that of their internal representation. */
  @SuppressWarnings("unchecked")
  private static int compareFinite(Object left, Object right) {
    return ((Comparable<Object>) left).compareTo(right);
  }

  /** Compares bounds as positions between values: an exclusive lower bound is behind its value. */
  public static int compare(Bound left, Bound right) {
    int order = compareValues(left, right);
    return order != 0 ? order : Integer.compare(offset(left), offset(right));
  }

  private static int offset(Bound bound) {
    return bound.isInclusive() || bound.value() == null ? 0 : bound.isLower() ? 1 : -1;
  }

  /** Compares ranges by their lower bounds, then the upper ones; an empty range is the least. */
  public static int compare(RangeValue left, RangeValue right) {
    if (left.isEmpty() || right.isEmpty()) {
      return Boolean.compare(right.isEmpty(), left.isEmpty());
    }
    int order = compare(Bound.lower(left), Bound.lower(right));
    return order != 0 ? order : compare(Bound.upper(left), Bound.upper(right));
  }

  /** Compares range by range; a prefix is less. */
  public static int compare(MultirangeValue left, MultirangeValue right) {
    List<RangeValue> ranges = requireNonNull(left, "left is null").ranges();
    List<RangeValue> others = requireNonNull(right, "right is null").ranges();
    int common = Math.min(ranges.size(), others.size());
    for (int i = 0; i < common; i++) {
      int order = compare(ranges.get(i), others.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(ranges.size(), others.size());
  }
}
