package dev.colonnade.split;

import static java.util.Objects.requireNonNull;

import dev.colonnade.range.RangeStatus;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.queue.PendingWork;
import java.util.Optional;

/**
 * A range and what goes on there.
 *
 * @param status what it is and holds
 * @param limits its limits
 * @param load what comes in
 * @param pending what is to be done about it
 * @param pinned whether someone asked for it to begin where it does
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
   * What comes in.
   *
   * @param readsPerSecond reads that begin here
   * @param writesPerSecond rows that are written
   * @param inFlightBytes bytes that were let in and are not written yet
   * @param hasHotKey whether the range is too busy and a cut would not help
   */
  public record Load(
      double readsPerSecond, double writesPerSecond, long inFlightBytes, boolean hasHotKey) {}
}
