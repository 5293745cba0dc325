package dev.colonnade.sql.profile;

/** How long a plan took, in nanoseconds: to be made, and to run. */
public record PlanTimes(long planningNanos, long executionNanos) {
  private static final double NANOS_PER_MILLI = 1e6;

  static double millis(long nanos) {
    return nanos / NANOS_PER_MILLI;
  }
}
