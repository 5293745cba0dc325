package dev.colonnade.split;

import static java.util.Objects.requireNonNull;

import dev.colonnade.range.RangeStatus;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.queue.PendingWork;
import java.util.Optional;

/**
 * State of a range with its limits, its load and its pending work.
 *
 * @param status descriptor and statistics of the range
 * @param limits limits of the range
 * @param load current load
 * @param pending pending split or merge
 * @param pinned whether the start of the range is a pinned split key
 */
public record RangeActivity(
    RangeStatus status,
    RangeLimits limits,
    Load load,
    Optional<PendingWork> pending,
    boolean pinned) {
  public RangeActivity {
    requireNonNull(status, "status is null");
    requireNonNull(limits, "limits is null");
    requireNonNull(load, "load is null");
    requireNonNull(pending, "pending is null");
  }

  /**
   * Current load of a range.
   *
   * @param readsPerSecond rate of reads that start in the range
   * @param writesPerSecond rate of written rows
   * @param inFlightBytes bytes of admitted writes that have not finished
   * @param hasHotKey whether the range exceeds its load limit because of one hot key, so that a
   *     split would not help
   */
  public record Load(
      double readsPerSecond, double writesPerSecond, long inFlightBytes, boolean hasHotKey) {}
}
