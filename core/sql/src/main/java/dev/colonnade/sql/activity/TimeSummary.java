package dev.colonnade.sql.activity;

/**
 * Summary of measured times. Immutable.
 *
 * @param sumOfSquares sum of the squared differences from the mean, in square nanoseconds
 */
public record TimeSummary(
    long count, long totalNanos, long minNanos, long maxNanos, double sumOfSquares) {
  public static final TimeSummary NONE = new TimeSummary(0, 0, 0, 0, 0);

  /** Returns the mean; 0 without any time. */
  public double meanNanos() {
    return count == 0 ? 0 : (double) totalNanos / count;
  }

  /** Returns the standard deviation of the population; 0 without any time. */
  public double deviationNanos() {
    return count == 0 ? 0 : Math.sqrt(Math.max(0, sumOfSquares) / count);
  }
}
