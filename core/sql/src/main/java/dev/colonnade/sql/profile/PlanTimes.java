package dev.colonnade.sql.profile;

/** Times of planning and of execution of a query, in nanoseconds. */
public record PlanTimes(long planningNanos, long executionNanos) {
  private static final double NANOS_PER_MILLI = 1e6;

  static double millis(long nanos) {
    return nanos / NANOS_PER_MILLI;
  }
}
