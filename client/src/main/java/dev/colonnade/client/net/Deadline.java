package dev.colonnade.client.net;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Deadlines of responses, in nanoseconds of a monotonic clock. */
public final class Deadline {
  /** Deadline that never passes. */
  public static final long NONE = Long.MAX_VALUE;

  private Deadline() {}

  /** Returns the deadline that is {@code timeout} after {@code nowNanos}. */
  public static long after(long nowNanos, Duration timeout) {
    long timeoutNanos = TimeUnit.NANOSECONDS.convert(timeout);
    long deadlineNanos = nowNanos + timeoutNanos;
    return deadlineNanos == NONE ? NONE - 1 : deadlineNanos;
  }

  static boolean isPast(long deadlineNanos, long nowNanos) {
    return deadlineNanos != NONE && deadlineNanos - nowNanos <= 0;
  }

  /** Returns the remaining time, rounded up, at least 1; 0 without a deadline. */
  public static int remainingMillis(long deadlineNanos, long nowNanos) {
    if (deadlineNanos == NONE) {
      return 0;
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - nowNanos) + 1;
    return (int) Math.max(1, Math.min(millis, Integer.MAX_VALUE));
  }
}
