package dev.colonnade.split;

import static java.util.Objects.requireNonNull;

import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.pressure.PressureOptions;
import dev.colonnade.split.queue.QueueOptions;

/**
 * How ranges are kept small. All of it but the timing can be changed at run time.
 *
 * @param enabled whether ranges are split and merged at all before someone says so
 * @param queue how many splits and merges run at the same time
 * @param limits of ranges, for tables that have none of their own
 * @param pressure how writers to ranges that are too large are slowed down
 * @param timing when ranges are looked at
 */
public record SplitConfig(
    boolean enabled,
    QueueOptions queue,
    RangeLimits limits,
    PressureOptions pressure,
    SplitTiming timing) {
  public static final SplitConfig DEFAULT =
      new SplitConfig(
          true,
          QueueOptions.DEFAULT,
          RangeLimits.DEFAULT,
          PressureOptions.DEFAULT,
          SplitTiming.DEFAULT);

  public SplitConfig {
    requireNonNull(queue, "queue is null");
    requireNonNull(limits, "limits is null");
    requireNonNull(pressure, "pressure is null");
    requireNonNull(timing, "timing is null");
  }

  /** The same, on or off. */
  public SplitConfig withEnabled(boolean other) {
    return new SplitConfig(other, queue, limits, pressure, timing);
  }

  /** The same with another queue. */
  public SplitConfig withQueue(QueueOptions other) {
    return new SplitConfig(enabled, other, limits, pressure, timing);
  }

  /** The same with other limits. */
  public SplitConfig withLimits(RangeLimits other) {
    return new SplitConfig(enabled, queue, other, pressure, timing);
  }

  /** The same with another backpressure. */
  public SplitConfig withPressure(PressureOptions other) {
    return new SplitConfig(enabled, queue, limits, other, timing);
  }

  /** The same at other times. */
  public SplitConfig withTiming(SplitTiming other) {
    return new SplitConfig(enabled, queue, limits, pressure, other);
  }
}
