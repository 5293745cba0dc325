package dev.colonnade.split;

import static java.util.Objects.requireNonNull;

import dev.colonnade.range.ExclusiveSections;
import dev.colonnade.split.pressure.PressureStatistics;
import dev.colonnade.split.queue.QueueStatistics;
import java.util.Map;

/**
 * Figures of the scheduler at one moment. Counters count from the opening of the database.
 *
 * @param queue what waits, runs and has failed
 * @param changes splits and merges that were done, by reason
 * @param exclusive how long writers were kept waiting by those
 * @param pressure writers that were slowed down
 * @param ranges what there is
 */
public record SplitStatistics(
    QueueStatistics queue,
    Map<RangeChange.Reason, Long> changes,
    ExclusiveSections.Times exclusive,
    PressureStatistics pressure,
    Sizes ranges) {
  public SplitStatistics {
    requireNonNull(queue, "queue is null");
    requireNonNull(exclusive, "exclusive is null");
    requireNonNull(pressure, "pressure is null");
    requireNonNull(ranges, "ranges is null");
    changes = Map.copyOf(changes);
  }

  /** Splits that were done, for whatever reason. */
  public long splits() {
    return count(true);
  }

  /** Merges that were done. */
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
   * The ranges.
   *
   * @param count how many
   * @param largestBytes bytes of the largest
   * @param largestRatio the greatest size in relation to its limit
   */
  public record Sizes(int count, long largestBytes, double largestRatio) {}
}
