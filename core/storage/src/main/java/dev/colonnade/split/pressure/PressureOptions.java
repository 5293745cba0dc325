package dev.colonnade.split.pressure;

import java.time.Duration;

/**
 * Options of the backpressure on writes to oversized ranges.
 *
 * @param enabled whether writes are delayed; the hard limit applies in any case
 * @param delayMax maximum delay of a write while the range is smaller than twice its limit
 * @param waitMax maximum wait for a split beyond that size, before the write fails with RANGE_FULL
 * @param waitersMax maximum number of waiting writes; further ones fail with RANGE_FULL
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

  /** Returns a copy that is enabled or disabled. */
  public PressureOptions withEnabled(boolean other) {
    return new PressureOptions(other, delayMax, waitMax, waitersMax);
  }

  /** Returns a copy with other times. */
  public PressureOptions withTimes(Duration otherDelayMax, Duration otherWaitMax) {
    return new PressureOptions(enabled, otherDelayMax, otherWaitMax, waitersMax);
  }

  /** Returns a copy with another maximum number of waiting writes. */
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
