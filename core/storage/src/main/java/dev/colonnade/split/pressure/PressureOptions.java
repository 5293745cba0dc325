package dev.colonnade.split.pressure;

import java.time.Duration;

/**
 * How writers to ranges that are too large are slowed down.
 *
 * @param enabled whether they are; the hard limit stands either way
 * @param delayMax how long a write waits at most while the range is less than twice too large
 * @param waitMax how long a write waits for the split beyond that, before it fails with RANGE_FULL
 * @param waitersMax writes that may wait at the same time; one more fails with RANGE_FULL
 */
public record PressureOptions(
    boolean enabled, Duration delayMax, Duration waitMax, int waitersMax) {
  public static final Duration WAIT_MAX = Duration.ofMinutes(5);

  public static final PressureOptions DEFAULT =
      new PressureOptions(true, Duration.ofMillis(100), Duration.ofSeconds(10), 1_024);

  public PressureOptions {
    requireWithin("delayMax", delayMax);
    requireWithin("waitMax", waitMax);
    if (waitersMax < 1) {
      throw new IllegalArgumentException("waitersMax not positive waitersMax=" + waitersMax);
    }
  }

  /** The same, on or off. */
  public PressureOptions withEnabled(boolean other) {
    return new PressureOptions(other, delayMax, waitMax, waitersMax);
  }

  /** The same with other times. */
  public PressureOptions withTimes(Duration otherDelayMax, Duration otherWaitMax) {
    return new PressureOptions(enabled, otherDelayMax, otherWaitMax, waitersMax);
  }

  /** The same with another number of waiters. */
  public PressureOptions withWaitersMax(int other) {
    return new PressureOptions(enabled, delayMax, waitMax, other);
  }

  private static void requireWithin(String name, Duration value) {
    if (value.isNegative() || value.compareTo(WAIT_MAX) > 0) {
      throw new IllegalArgumentException(
          "out of range %s=%s min=0 max=%s".formatted(name, value, WAIT_MAX));
    }
  }
}
