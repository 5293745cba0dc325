package dev.colonnade.split;

import static java.util.Objects.requireNonNull;

import dev.colonnade.split.plan.RangeLimits;
import dev.colonnade.split.queue.QueueOptions;
import java.time.Duration;

/**
 * How ranges are kept small. All of it but the interval can be changed at run time.
 *
 * @param queue how many splits and merges run at the same time
 * @param limits of ranges, for tables that have none of their own
 * @param interval between two looks at all ranges; what is written is noticed at once
 */
public record SplitConfig(QueueOptions queue, RangeLimits limits, Duration interval) {
  public static final Duration INTERVAL_MIN = Duration.ofMillis(10);
  public static final Duration INTERVAL_MAX = Duration.ofHours(1);

  public static final SplitConfig DEFAULT =
      new SplitConfig(QueueOptions.DEFAULT, RangeLimits.DEFAULT, Duration.ofSeconds(1));

  public SplitConfig {
    requireNonNull(queue, "queue is null");
    requireNonNull(limits, "limits is null");
    if (interval.compareTo(INTERVAL_MIN) < 0 || interval.compareTo(INTERVAL_MAX) > 0) {
      throw new IllegalArgumentException(
          "interval out of range interval=%s min=%s max=%s"
              .formatted(interval, INTERVAL_MIN, INTERVAL_MAX));
    }
  }

  /** The same with other limits. */
  public SplitConfig withLimits(RangeLimits other) {
    return new SplitConfig(queue, other, interval);
  }

  /** The same with another queue. */
  public SplitConfig withQueue(QueueOptions other) {
    return new SplitConfig(other, limits, interval);
  }

  /** The same with another interval. */
  public SplitConfig withInterval(Duration other) {
    return new SplitConfig(queue, limits, other);
  }
}
