package dev.colonnade.range;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Splits of ranges at given keys. A range that is busy with another change is retried after a
 * pause: such changes are short.
 */
public final class RangePreSplitter {
  /** Number of attempts while another change of the same range runs. */
  static final int BUSY_TRIES_MAX = 250;

  /** Maximum number of keys in one split: writers are blocked while it is written. */
  static final int KEYS_TOGETHER_MAX = 1_000;

  private static final long BUSY_PAUSE_NANOS = 20_000_000;

  private final Ranges ranges;
  private final RangeOperations operations;

  public RangePreSplitter(Ranges ranges, RangeOperations operations) {
    this.ranges = requireNonNull(ranges, "ranges is null");
    this.operations = requireNonNull(operations, "operations is null");
  }

  /**
   * Splits ranges so that one starts at the row of each key, with as few splits of each range as
   * possible. Keys at which a range starts already have no effect.
   */
  public void cutAll(List<Key> keys) {
    NavigableSet<Key> left = new TreeSet<>(keys.stream().map(ranges::rowStart).toList());
    while (!left.isEmpty()) {
      whileBusy(() -> cutFirstRange(left));
    }
  }

  /** Splits the range of the first key at all its keys, and removes them from the set. */
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

  public static <T> T whileBusy(Supplier<T> change) {
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
