package dev.colonnade.sql.function.value;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.sql.function.value.RangeOrder.Bound;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Construction of ranges and multiranges in canonical form. */
public final class Ranges {
  private Ranges() {}

  /**
   * Returns the range between bounds, of a discrete type in canonical form.
   *
   * @param kind the type of the bounds; null is an infinite bound
   */
  public static RangeValue of(
      TypeKind kind,
      @Nullable Object lower,
      @Nullable Object upper,
      boolean isLowerInclusive,
      boolean isUpperInclusive) {
    Bound from = new Bound(lower, lower != null && isLowerInclusive, true);
    Bound to = new Bound(upper, upper != null && isUpperInclusive, false);
    RangeValue range = between(from, to);
    boolean isDiscrete =
        kind == TypeKind.INTEGER || kind == TypeKind.BIGINT || kind == TypeKind.DATE;
    return isDiscrete && !range.isEmpty() ? canonical(kind, from, to) : range;
  }

  private static RangeValue canonical(TypeKind kind, Bound from, Bound to) {
    Object lower = from.value();
    Object upper = to.value();
    boolean isFirst = lower == null || from.isInclusive() || isInfinite(kind, lower);
    boolean isEnd = upper == null || !to.isInclusive() || isInfinite(kind, upper);
    Bound first = isFirst || lower == null ? from : new Bound(next(kind, lower), true, true);
    Bound end = isEnd || upper == null ? to : new Bound(next(kind, upper), false, false);
    return between(first, end);
  }

  /** Returns whether a value is an infinite date, which is a bound like others. */
  private static boolean isInfinite(TypeKind kind, Object value) {
    return kind == TypeKind.DATE && !EpochMicros.isFiniteDate((Integer) value);
  }

  private static Object next(TypeKind kind, Object value) {
    if (kind == TypeKind.BIGINT) {
      long number = (Long) value;
      if (number == Long.MAX_VALUE) {
        throw new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "bigint out of range");
      }
      return number + 1;
    }
    int number = (Integer) value;
    if (kind == TypeKind.DATE && !EpochMicros.isDate(number + 1L)) {
      throw new ColonnadeException(ErrorCode.DATETIME_OUT_OF_RANGE, "date out of range");
    }
    if (number == Integer.MAX_VALUE) {
      throw new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "integer out of range");
    }
    return number + 1;
  }

  /** Returns the range between bounds, which are in canonical form. */
  public static RangeValue between(Bound from, Bound to) {
    int order = RangeOrder.compareValues(from, to);
    if (order > 0) {
      throw new ColonnadeException(
          ErrorCode.DATA_EXCEPTION,
          "range lower bound must be less than or equal to range upper bound");
    }
    if (order == 0 && !(from.isInclusive() && to.isInclusive())) {
      return RangeValue.EMPTY;
    }
    return new RangeValue(from.value(), to.value(), from.isInclusive(), to.isInclusive(), false);
  }

  /** Returns the set of the values of all ranges. */
  public static MultirangeValue setOf(List<RangeValue> ranges) {
    List<RangeValue> sorted = new ArrayList<>(ranges);
    sorted.removeIf(RangeValue::isEmpty);
    int[] steps = new int[1];
    sorted.sort(
        (left, right) -> {
          Interruption.check(++steps[0]);
          return RangeOrder.compare(left, right);
        });
    List<RangeValue> joined = new ArrayList<>();
    for (int i = 0; i < sorted.size(); i++) {
      Interruption.check(i);
      RangeValue next = sorted.get(i);
      RangeValue last = joined.isEmpty() ? null : joined.getLast();
      if (last == null || (isBefore(last, next) && !isAdjacent(last, next))) {
        joined.add(next);
      } else {
        joined.set(joined.size() - 1, hull(last, next));
      }
    }
    return joined.isEmpty() ? MultirangeValue.EMPTY : new MultirangeValue(joined);
  }

  /** Returns whether all values of a range are less than those of another; neither is empty. */
  static boolean isBefore(RangeValue left, RangeValue right) {
    return RangeOrder.compare(Bound.upper(left), Bound.lower(right)) < 0;
  }

  /** Returns whether there is no value between ranges that do not overlap; neither is empty. */
  public static boolean isAdjacent(RangeValue left, RangeValue right) {
    return meet(Bound.upper(left), Bound.lower(right))
        || meet(Bound.upper(right), Bound.lower(left));
  }

  /** Returns whether a range that begins at a bound follows at once one that ends at another. */
  public static boolean meet(Bound upper, Bound lower) {
    return RangeOrder.compareValues(upper, lower) == 0
        && upper.isInclusive() != lower.isInclusive();
  }

  /** Returns the least range that contains both, of which neither is empty. */
  public static RangeValue hull(RangeValue left, RangeValue right) {
    boolean isLeftFirst = RangeOrder.compare(Bound.lower(left), Bound.lower(right)) < 0;
    boolean isLeftLast = RangeOrder.compare(Bound.upper(left), Bound.upper(right)) > 0;
    return between(Bound.lower(isLeftFirst ? left : right), Bound.upper(isLeftLast ? left : right));
  }

  /** Returns whether there are values in both ranges. */
  public static boolean overlap(RangeValue left, RangeValue right) {
    return !left.isEmpty()
        && !right.isEmpty()
        && RangeOrder.compare(Bound.lower(left), Bound.upper(right)) <= 0
        && RangeOrder.compare(Bound.lower(right), Bound.upper(left)) <= 0;
  }

  /** Returns the range of the values in both ranges. */
  public static RangeValue intersection(RangeValue left, RangeValue right) {
    if (!overlap(left, right)) {
      return RangeValue.EMPTY;
    }
    boolean isLeftLater = RangeOrder.compare(Bound.lower(left), Bound.lower(right)) >= 0;
    boolean isLeftEarlier = RangeOrder.compare(Bound.upper(left), Bound.upper(right)) <= 0;
    return between(
        Bound.lower(isLeftLater ? left : right), Bound.upper(isLeftEarlier ? left : right));
  }

  /** Returns the set of the values in both sets. */
  public static MultirangeValue intersection(MultirangeValue left, MultirangeValue right) {
    List<RangeValue> common = new ArrayList<>();
    for (RangeValue range : left.ranges()) {
      Interruption.check();
      right.ranges().forEach(other -> common.add(intersection(range, other)));
    }
    return setOf(common);
  }
}
