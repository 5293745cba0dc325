package dev.colonnade.sql.function.library.range;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.value.RangeOrder;
import dev.colonnade.sql.function.value.RangeOrder.Bound;
import dev.colonnade.sql.function.value.Ranges;
import dev.colonnade.type.value.RangeValue;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Functions and operators of ranges. */
public final class RangeFunctions {
  private static final double MICROS_PER_SECOND = 1_000_000;

  private RangeFunctions() {}

  public static @Nullable Object lower(RangeValue range) {
    return range.lower();
  }

  public static @Nullable Object upper(RangeValue range) {
    return range.upper();
  }

  public static boolean isEmpty(RangeValue range) {
    return range.isEmpty();
  }

  public static boolean isLowerInclusive(RangeValue range) {
    return range.isLowerInclusive();
  }

  public static boolean isUpperInclusive(RangeValue range) {
    return range.isUpperInclusive();
  }

  public static boolean isLowerInfinite(RangeValue range) {
    return range.isLowerInfinite();
  }

  public static boolean isUpperInfinite(RangeValue range) {
    return range.isUpperInfinite();
  }

  public static boolean containsElement(RangeValue range, Object element) {
    if (range.isEmpty()) {
      return false;
    }
    Bound value = new Bound(element, true, true);
    return RangeOrder.compare(Bound.lower(range), value) <= 0
        && RangeOrder.compare(Bound.upper(range), value) >= 0;
  }

  public static boolean isElementOf(Object element, RangeValue range) {
    return containsElement(range, element);
  }

  public static boolean contains(RangeValue whole, RangeValue part) {
    if (whole.isEmpty() || part.isEmpty()) {
      return part.isEmpty();
    }
    return RangeOrder.compare(Bound.lower(whole), Bound.lower(part)) <= 0
        && RangeOrder.compare(Bound.upper(whole), Bound.upper(part)) >= 0;
  }

  public static boolean isContained(RangeValue part, RangeValue whole) {
    return contains(whole, part);
  }

  public static boolean overlaps(RangeValue left, RangeValue right) {
    return Ranges.overlap(left, right);
  }

  public static boolean isBefore(RangeValue left, RangeValue right) {
    return !left.isEmpty()
        && !right.isEmpty()
        && RangeOrder.compare(Bound.upper(left), Bound.lower(right)) < 0;
  }

  public static boolean isAfter(RangeValue range, RangeValue other) {
    return isBefore(other, range);
  }

  /** Returns whether no value of a range is above another one: {@code &<}. */
  public static boolean endsWithin(RangeValue left, RangeValue right) {
    return !left.isEmpty()
        && !right.isEmpty()
        && RangeOrder.compare(Bound.upper(left), Bound.upper(right)) <= 0;
  }

  /** Returns whether no value of a range is below another one: {@code &>}. */
  public static boolean beginsWithin(RangeValue left, RangeValue right) {
    return !left.isEmpty()
        && !right.isEmpty()
        && RangeOrder.compare(Bound.lower(left), Bound.lower(right)) >= 0;
  }

  public static boolean isAdjacent(RangeValue left, RangeValue right) {
    return !left.isEmpty() && !right.isEmpty() && Ranges.isAdjacent(left, right);
  }

  public static RangeValue union(RangeValue left, RangeValue right) {
    boolean isOne =
        left.isEmpty() || right.isEmpty() || overlaps(left, right) || isAdjacent(left, right);
    if (!isOne) {
      throw new ColonnadeException(
          ErrorCode.DATA_EXCEPTION, "result of range union would not be contiguous");
    }
    return merge(left, right);
  }

  /** Returns the least range that contains both. */
  public static RangeValue merge(RangeValue left, RangeValue right) {
    if (left.isEmpty() || right.isEmpty()) {
      return left.isEmpty() ? right : left;
    }
    return Ranges.hull(left, right);
  }

  public static RangeValue intersection(RangeValue left, RangeValue right) {
    return Ranges.intersection(left, right);
  }

  public static RangeValue difference(RangeValue left, RangeValue right) {
    if (!overlaps(left, right)) {
      return left;
    }
    RangeValue below = below(left, right);
    RangeValue above = above(left, right);
    if (!below.isEmpty() && !above.isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.DATA_EXCEPTION, "result of range difference would not be contiguous");
    }
    return below.isEmpty() ? above : below;
  }

  /** Returns the values of a range below those of another, with which it overlaps. */
  static RangeValue below(RangeValue range, RangeValue other) {
    return RangeOrder.compare(Bound.lower(range), Bound.lower(other)) >= 0
        ? RangeValue.EMPTY
        : Ranges.between(Bound.lower(range), Bound.lower(other).opposite());
  }

  /** Returns the values of a range above those of another, with which it overlaps. */
  static RangeValue above(RangeValue range, RangeValue other) {
    return RangeOrder.compare(Bound.upper(range), Bound.upper(other)) <= 0
        ? RangeValue.EMPTY
        : Ranges.between(Bound.upper(other).opposite(), Bound.upper(range));
  }

  /** Returns the distance of bounds. */
  public static double subtractLongs(long left, long right) {
    return (double) left - (double) right;
  }

  /** Returns the distance of bounds in days. */
  public static double subtractDays(int left, int right) {
    return (double) left - (double) right;
  }

  /** Returns the distance of bounds. */
  public static double subtractNumbers(BigDecimal left, BigDecimal right) {
    return left.subtract(right).doubleValue();
  }

  /** Returns the distance of bounds in seconds. */
  public static double subtractTimes(long left, long right) {
    return ((double) left - (double) right) / MICROS_PER_SECOND;
  }
}
