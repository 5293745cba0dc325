package dev.colonnade.split;

import static java.util.Objects.requireNonNull;

import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.pressure.PressureOptions;
import dev.colonnade.split.queue.QueueOptions;

/**
 * Configuration of splits and merges. All parts can be changed at run time.
 *
 * @param enabled whether splits and merges run after the start; they can be resumed later
 * @param queue concurrency and limits of the work queue
 * @param limits limits of ranges of tables without limits of their own
 * @param pressure backpressure on writes to ranges that exceed their limits
 * @param pace interval of the sweeps, times between decisions, and pieces per split
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

  /**
   * Returns the effective backpressure options: disabled without splits, since writers would wait
   * in vain.
   */
  public PressureOptions effectivePressure() {
    return enabled ? pressure : pressure.withEnabled(false);
  }

  /** Returns a copy that is enabled or disabled. */
  public SplitConfig withEnabled(boolean other) {
    return new SplitConfig(other, queue, limits, pressure, pace);
  }

  /** Returns a copy with other queue options. */
  public SplitConfig withQueue(QueueOptions other) {
    return new SplitConfig(enabled, other, limits, pressure, pace);
  }

  /** Returns a copy with other limits. */
  public SplitConfig withLimits(RangeLimits other) {
    return new SplitConfig(enabled, queue, other, pressure, pace);
  }

  /** Returns a copy with other backpressure options. */
  public SplitConfig withPressure(PressureOptions other) {
    return new SplitConfig(enabled, queue, limits, other, pace);
  }

  /** Returns a copy with another pace. */
  public SplitConfig withPace(SplitPace other) {
    return new SplitConfig(enabled, queue, limits, pressure, other);
  }
}
