package dev.colonnade.split;

import static java.util.Objects.requireNonNull;

import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.pressure.PressureOptions;
import dev.colonnade.split.queue.QueueOptions;

/**
 * How ranges are kept small. All of it can be changed at run time.
 *
 * @param enabled whether ranges are split and merged at all before someone says so
 * @param queue how many splits and merges run at the same time
 * @param limits of ranges, for tables that have none of their own
 * @param pressure how writers to ranges that are too large are slowed down
 * @param pace when ranges are looked at, and how far one decision goes
 */
public record SplitConfig(
    boolean enabled,
    QueueOptions queue,
    RangeLimits limits,
    PressureOptions pressure,
    SplitPace pace) {
  public static final SplitConfig DEFAULT =
      new SplitConfig(
          true,
          QueueOptions.DEFAULT,
          RangeLimits.DEFAULT,
          PressureOptions.DEFAULT,
          SplitPace.DEFAULT);

  public SplitConfig {
    requireNonNull(queue, "queue is null");
    requireNonNull(limits, "limits is null");
    requireNonNull(pressure, "pressure is null");
    requireNonNull(pace, "pace is null");
  }

  /** The backpressure in force: without splits, writers would wait for what never comes. */
  public PressureOptions pressureInForce() {
    return enabled ? pressure : pressure.withEnabled(false);
  }

  /** The same, on or off. */
  public SplitConfig withEnabled(boolean other) {
    return new SplitConfig(other, queue, limits, pressure, pace);
  }

  /** The same with another queue. */
  public SplitConfig withQueue(QueueOptions other) {
    return new SplitConfig(enabled, other, limits, pressure, pace);
  }

  /** The same with other limits. */
  public SplitConfig withLimits(RangeLimits other) {
    return new SplitConfig(enabled, queue, other, pressure, pace);
  }

  /** The same with another backpressure. */
  public SplitConfig withPressure(PressureOptions other) {
    return new SplitConfig(enabled, queue, limits, other, pace);
  }

  /** The same at another pace. */
  public SplitConfig withPace(SplitPace other) {
    return new SplitConfig(enabled, queue, limits, pressure, other);
  }
}
