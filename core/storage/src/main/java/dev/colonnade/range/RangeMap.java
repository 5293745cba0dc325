package dev.colonnade.range;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Immutable map of all ranges in key order: every key is in exactly one range. */
public final class RangeMap {
  private final List<RangeDescriptor> ranges;

  /** Start keys for the binary search: {@code starts[i]} is the start of {@code ranges[i]}. */
  private final Key[] starts;

  private RangeMap(List<RangeDescriptor> ranges, Key[] starts) {
    this.ranges = ranges;
    this.starts = starts;
  }

  /**
   * Returns the map of these ranges, passed in any order.
   *
   * @throws ColonnadeException STORE_CORRUPT if there is a gap or an overlap
   */
  public static RangeMap of(List<RangeDescriptor> ranges) {
    List<RangeDescriptor> sorted = new ArrayList<>(ranges);
    sorted.sort(Comparator.comparing(range -> range.span().start()));
    Key covered = Key.EMPTY;
    for (RangeDescriptor range : sorted) {
      if (!range.span().start().equals(covered)) {
        throw new ColonnadeException(
            ErrorCode.STORE_CORRUPT,
            "gap or overlap of ranges expectedStart=%s found=%s".formatted(covered, range));
      }
      covered = range.span().end();
    }
    if (!covered.isInfinity()) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "no range contains the last keys coveredUpTo=" + covered);
    }
    return new RangeMap(Collections.unmodifiableList(sorted), startsOf(sorted));
  }

  /**
   * Returns a copy of this map in which {@code replacement}, in key order, replaces the {@code
   * count} ranges from position {@code first}. Both must cover the same keys.
   */
  RangeMap replace(int first, int count, List<RangeDescriptor> replacement) {
    requireSameSpan(ranges.subList(first, first + count), replacement);
    List<RangeDescriptor> replaced = new ArrayList<>(ranges.size() - count + replacement.size());
    replaced.addAll(ranges.subList(0, first));
    replaced.addAll(replacement);
    replaced.addAll(ranges.subList(first + count, ranges.size()));
    return new RangeMap(
        Collections.unmodifiableList(replaced), replaceStarts(first, count, startsOf(replacement)));
  }

  /** Copies arrays and examines the new ranges only, because writers wait during this call. */
  private Key[] replaceStarts(int first, int count, Key[] replacement) {
    Key[] replaced = new Key[starts.length - count + replacement.length];
    System.arraycopy(starts, 0, replaced, 0, first);
    System.arraycopy(replacement, 0, replaced, first, replacement.length);
    System.arraycopy(
        starts, first + count, replaced, first + replacement.length, starts.length - first - count);
    return replaced;
  }

  private static Key[] startsOf(List<RangeDescriptor> ranges) {
    return ranges.stream().map(range -> range.span().start()).toArray(Key[]::new);
  }

  private static void requireSameSpan(List<RangeDescriptor> before, List<RangeDescriptor> after) {
    Key covered = before.getFirst().span().start();
    for (RangeDescriptor range : after) {
      if (!range.span().start().equals(covered)) {
        throw new IllegalArgumentException(
            "gap or overlap of ranges expectedStart=%s found=%s".formatted(covered, range));
      }
      covered = range.span().end();
    }
    if (!covered.equals(before.getLast().span().end())) {
      throw new IllegalArgumentException(
          "end of ranges differs expectedEnd=%s found=%s"
              .formatted(before.getLast().span().end(), covered));
    }
  }

  /** Returns the number of ranges, at least 1. */
  public int size() {
    return starts.length;
  }

  /** Returns the range at a position in key order. */
  public RangeDescriptor at(int index) {
    return ranges.get(index);
  }

  /** Returns all ranges in key order. */
  public List<RangeDescriptor> all() {
    return ranges;
  }

  /** Returns the range that contains {@code key}. */
  public RangeDescriptor lookup(Key key) {
    return ranges.get(indexOf(key));
  }

  /** Returns the position of the range that contains {@code key}. */
  public int indexOf(Key key) {
    if (key.isInfinity()) {
      throw new IllegalArgumentException("no range contains infinity");
    }
    int low = 0;
    int high = starts.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (starts[middle].compareTo(key) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Returns the ranges that overlap {@code span}, in key order; none if the span is empty. */
  public List<RangeDescriptor> overlapping(KeySpan span) {
    if (span.isEmpty()) {
      return List.of();
    }
    int first = indexOf(span.start());
    int end = first + 1;
    while (end < starts.length && starts[end].compareTo(span.end()) < 0) {
      end++;
    }
    return ranges.subList(first, end);
  }

  /** Returns the range with this id, if there is one. Linear in the number of ranges. */
  public Optional<RangeDescriptor> find(long id) {
    return ranges.stream().filter(range -> range.id() == id).findFirst();
  }
}
