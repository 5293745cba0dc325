package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.range.RangeOperations;
import dev.colonnade.range.Ranges;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Makes ranges begin at given keys. What someone else is changing at the same moment is tried again
 * a little later: such changes are short.
 */
final class RangeCuts {
  /** How often a change is tried while someone else changes the same range. */
  static final int BUSY_TRIES_MAX = 250;

  /** At so many keys a range is cut in one go: writers wait for as long as that is written. */
  static final int KEYS_TOGETHER_MAX = 1_000;

  private static final long BUSY_PAUSE_NANOS = 20_000_000;

  private final Ranges ranges;
  private final RangeOperations operations;

  RangeCuts(Ranges ranges, RangeOperations operations) {
    this.ranges = requireNonNull(ranges, "ranges is null");
    this.operations = requireNonNull(operations, "operations is null");
  }

  /**
   * Cuts where the rows of all these keys begin, each range in as few goes as may be. Where a range
   * begins already, nothing is done.
   */
  void cutAll(List<Key> keys) {
    NavigableSet<Key> left = new TreeSet<>(keys.stream().map(ranges::rowStart).toList());
    while (!left.isEmpty()) {
      whileBusy(() -> cutFirstRange(left));
    }
  }

  /** Cuts the range of the first key at the first of the keys in it, and takes them out. */
  private RangeDescriptor cutFirstRange(NavigableSet<Key> left) {
    RangeDescriptor range = ranges.lookup(left.first());
    List<Key> inside = new ArrayList<>();
    for (Key key : left) {
      if (!range.span().contains(key) || inside.size() == KEYS_TOGETHER_MAX) {
        break;
      }
      inside.add(key);
    }
    List<Key> cuts = inside.stream().filter(key -> !key.equals(range.span().start())).toList();
    if (!cuts.isEmpty()) {
      operations.split(range, cuts);
    }
    inside.forEach(left::remove);
    return range;
  }

  static <T> T whileBusy(Supplier<T> change) {
    for (int tries = 1; ; tries++) {
      try {
        return change.get();
      } catch (ColonnadeException e) {
        if (e.code() != ErrorCode.RANGE_BUSY || tries == BUSY_TRIES_MAX) {
          throw e;
        }
        LockSupport.parkNanos(BUSY_PAUSE_NANOS);
      }
    }
  }
}
