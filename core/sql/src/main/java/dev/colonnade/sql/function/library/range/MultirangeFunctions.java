package dev.colonnade.sql.function.library.range;

import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.value.RangeOrder.Bound;
import dev.colonnade.sql.function.value.Ranges;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Functions and operators of multiranges, and of multiranges with ranges. */
public final class MultirangeFunctions {
  private MultirangeFunctions() {}

  public static @Nullable Object lower(MultirangeValue set) {
    return first(set).lower();
  }

  public static @Nullable Object upper(MultirangeValue set) {
    return last(set).upper();
  }

  public static boolean isEmpty(MultirangeValue set) {
    return set.isEmpty();
  }

  public static boolean isLowerInclusive(MultirangeValue set) {
    return first(set).isLowerInclusive();
  }

  public static boolean isUpperInclusive(MultirangeValue set) {
    return last(set).isUpperInclusive();
  }

  public static boolean isLowerInfinite(MultirangeValue set) {
    return first(set).isLowerInfinite();
  }

  public static boolean isUpperInfinite(MultirangeValue set) {
    return last(set).isUpperInfinite();
  }

  private static RangeValue first(MultirangeValue set) {
    return set.isEmpty() ? RangeValue.EMPTY : set.ranges().getFirst();
  }

  private static RangeValue last(MultirangeValue set) {
    return set.isEmpty() ? RangeValue.EMPTY : set.ranges().getLast();
  }

  /** Returns the ranges as rows. */
  public static List<?> unnest(MultirangeValue set) {
    return set.ranges();
  }

  /** Returns the least range that contains the set. */
  public static RangeValue merge(MultirangeValue set) {
    return set.isEmpty() ? RangeValue.EMPTY : Ranges.hull(first(set), last(set));
  }

  public static MultirangeValue union(MultirangeValue left, MultirangeValue right) {
    List<RangeValue> all = new ArrayList<>(left.ranges());
    all.addAll(right.ranges());
    return Ranges.setOf(all);
  }

  public static MultirangeValue intersection(MultirangeValue left, MultirangeValue right) {
    return Ranges.intersection(left, right);
  }

  public static MultirangeValue difference(MultirangeValue left, MultirangeValue right) {
    List<RangeValue> remaining = new ArrayList<>(left.ranges());
    for (RangeValue other : right.ranges()) {
      Interruption.check();
      List<RangeValue> parts = new ArrayList<>();
      for (RangeValue range : remaining) {
        if (RangeFunctions.overlaps(range, other)) {
          parts.add(RangeFunctions.below(range, other));
          parts.add(RangeFunctions.above(range, other));
        } else {
          parts.add(range);
        }
      }
      remaining = parts;
    }
    return Ranges.setOf(remaining);
  }

  public static boolean containsElement(MultirangeValue set, Object element) {
    return set.ranges().stream().anyMatch(range -> RangeFunctions.containsElement(range, element));
  }

  public static boolean isElementOf(Object element, MultirangeValue set) {
    return containsElement(set, element);
  }

  public static boolean containsRange(MultirangeValue set, RangeValue range) {
    return range.isEmpty()
        || set.ranges().stream().anyMatch(whole -> RangeFunctions.contains(whole, range));
  }

  public static boolean isRangeOf(RangeValue range, MultirangeValue set) {
    return containsRange(set, range);
  }

  public static boolean rangeContains(RangeValue range, MultirangeValue set) {
    return RangeFunctions.contains(range, merge(set));
  }

  public static boolean isWithinRange(MultirangeValue set, RangeValue range) {
    return rangeContains(range, set);
  }

  public static boolean contains(MultirangeValue whole, MultirangeValue part) {
    return part.ranges().stream().allMatch(range -> containsRange(whole, range));
  }

  public static boolean isContained(MultirangeValue part, MultirangeValue whole) {
    return contains(whole, part);
  }

  public static boolean overlaps(MultirangeValue left, MultirangeValue right) {
    return left.ranges().stream().anyMatch(range -> rangeOverlaps(range, right));
  }

  public static boolean rangeOverlaps(RangeValue range, MultirangeValue set) {
    return anyRange(set, range, RangeFunctions::overlaps);
  }

  public static boolean overlapsRange(MultirangeValue set, RangeValue range) {
    return rangeOverlaps(range, set);
  }

  private static boolean anyRange(
      MultirangeValue set, RangeValue range, BiPredicate<RangeValue, RangeValue> test) {
    Interruption.check();
    return set.ranges().stream().anyMatch(other -> test.test(other, range));
  }

  public static boolean isBefore(MultirangeValue left, MultirangeValue right) {
    return RangeFunctions.isBefore(last(left), first(right));
  }

  public static boolean rangeIsBefore(RangeValue range, MultirangeValue set) {
    return RangeFunctions.isBefore(range, first(set));
  }

  public static boolean isBeforeRange(MultirangeValue set, RangeValue range) {
    return RangeFunctions.isBefore(last(set), range);
  }

  public static boolean isAfter(MultirangeValue set, MultirangeValue other) {
    return isBefore(other, set);
  }

  public static boolean rangeIsAfter(RangeValue range, MultirangeValue set) {
    return isBeforeRange(set, range);
  }

  public static boolean isAfterRange(MultirangeValue set, RangeValue range) {
    return rangeIsBefore(range, set);
  }

  public static boolean endsWithin(MultirangeValue left, MultirangeValue right) {
    return RangeFunctions.endsWithin(last(left), last(right));
  }

  public static boolean rangeEndsWithin(RangeValue range, MultirangeValue set) {
    return RangeFunctions.endsWithin(range, last(set));
  }

  public static boolean endsWithinRange(MultirangeValue set, RangeValue range) {
    return RangeFunctions.endsWithin(last(set), range);
  }

  public static boolean beginsWithin(MultirangeValue left, MultirangeValue right) {
    return RangeFunctions.beginsWithin(first(left), first(right));
  }

  public static boolean rangeBeginsWithin(RangeValue range, MultirangeValue set) {
    return RangeFunctions.beginsWithin(range, first(set));
  }

  public static boolean beginsWithinRange(MultirangeValue set, RangeValue range) {
    return RangeFunctions.beginsWithin(first(set), range);
  }

  public static boolean isAdjacent(MultirangeValue left, MultirangeValue right) {
    return !left.isEmpty()
        && !right.isEmpty()
        && (Ranges.meet(Bound.upper(last(left)), Bound.lower(first(right)))
            || Ranges.meet(Bound.upper(last(right)), Bound.lower(first(left))));
  }

  public static boolean rangeIsAdjacent(RangeValue range, MultirangeValue set) {
    return !range.isEmpty() && isAdjacent(new MultirangeValue(List.of(range)), set);
  }

  public static boolean isAdjacentToRange(MultirangeValue set, RangeValue range) {
    return rangeIsAdjacent(range, set);
  }
}
