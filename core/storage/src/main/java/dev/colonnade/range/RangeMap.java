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

/**
 * All ranges, in the order of their keys: every key is in exactly one. Immutable, so that who holds
 * it sees one moment.
 */
public final class RangeMap {
  private final List<RangeDescriptor> ranges;

  /** {@code starts[i]} is where {@code ranges[i]} begins: what the search looks at. */
  private final Key[] starts;

  private RangeMap(List<RangeDescriptor> ranges, Key[] starts) {
    this.ranges = ranges;
    this.starts = starts;
  }

  /**
   * The map of these ranges, given in any order.
   *
   * @throws ColonnadeException STORE_CORRUPT if there is a gap or an overlap
   */
  static RangeMap of(List<RangeDescriptor> ranges) {
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
          ErrorCode.STORE_CORRUPT, "no range holds the last keys coveredUpTo=" + covered);
    }
    return new RangeMap(Collections.unmodifiableList(sorted), startsOf(sorted));
  }

  /**
   * This map with the {@code count} ranges from position {@code first} on replaced by others, in
   * order, that cover the same keys.
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

  /** Copies arrays and looks at no range but the new ones: this is done while writers wait. */
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
          "ranges end elsewhere expectedEnd=%s found=%s"
              .formatted(before.getLast().span().end(), covered));
    }
  }

  /** Number of ranges; at least 1. */
  public int size() {
    return starts.length;
  }

  /** The range at a position in the order of keys. */
  public RangeDescriptor at(int index) {
    return ranges.get(index);
  }

  /** All ranges in the order of keys. */
  public List<RangeDescriptor> all() {
    return ranges;
  }

  /** The range that holds {@code key}. */
  public RangeDescriptor lookup(Key key) {
    return ranges.get(indexOf(key));
  }

  /** The position of the range that holds {@code key}. */
  public int indexOf(Key key) {
    if (key.isInfinity()) {
      throw new IllegalArgumentException("no range holds infinity");
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

  /** The ranges that have keys of {@code span}, in order; none if it is empty. */
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

  /** The range of this id, if there is one. Looks at all of them. */
  public Optional<RangeDescriptor> find(long id) {
    return ranges.stream().filter(range -> range.id() == id).findFirst();
  }
}
