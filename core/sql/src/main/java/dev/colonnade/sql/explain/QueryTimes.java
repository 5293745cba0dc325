package dev.colonnade.sql.explain;

/** Times of planning and of execution of a statement, in nanoseconds. */
public record QueryTimes(long planningNanos, long executionNanos) {
  private static final double NANOS_PER_MILLI = 1e6;

  /** Returns nanoseconds as milliseconds. */
  static double millis(double nanos) {
    return nanos / NANOS_PER_MILLI;
  }
}
