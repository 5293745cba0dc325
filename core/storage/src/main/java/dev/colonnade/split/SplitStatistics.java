package dev.colonnade.split;

import static java.util.Objects.requireNonNull;

import dev.colonnade.range.ExclusiveSectionHistogram;
import dev.colonnade.split.pressure.PressureStatistics;
import dev.colonnade.split.queue.QueueStatistics;
import java.util.Map;

/**
 * Statistics of the scheduler. Counters start at 0 when the database is opened.
 *
 * @param queue statistics of the work queue
 * @param changes completed splits and merges, by reason
 * @param exclusive times for which splits and merges blocked writers
 * @param pressure statistics of the backpressure
 * @param ranges sizes of the ranges
 */
public record SplitStatistics(
    QueueStatistics queue,
    Map<RangeChange.Reason, Long> changes,
    ExclusiveSectionHistogram.Times exclusive,
    PressureStatistics pressure,
    Sizes ranges) {
  public SplitStatistics {
    requireNonNull(queue, "queue is null");
    requireNonNull(exclusive, "exclusive is null");
    requireNonNull(pressure, "pressure is null");
    requireNonNull(ranges, "ranges is null");
    changes = Map.copyOf(changes);
  }

  /** Returns the number of completed splits of all reasons. */
  public long splits() {
    return count(true);
  }

  /** Returns the number of completed merges. */
  public long merges() {
    return count(false);
  }

  private long count(boolean splits) {
    return changes.entrySet().stream()
        .filter(entry -> entry.getKey().isSplit() == splits)
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /**
   * Sizes of the ranges.
   *
   * @param count number of ranges
   * @param largestBytes bytes of the largest range
   * @param largestRatio maximum ratio of a range's size to its limit
   */
  public record Sizes(int count, long largestBytes, double largestRatio) {}
}
