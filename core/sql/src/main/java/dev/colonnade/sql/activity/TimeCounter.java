package dev.colonnade.sql.activity;

/** Accumulator of times: count, sum, extremes and variance (Welford). Guarded by its owner. */
final class TimeCounter {
  private long count;
  private long totalNanos;
  private long minNanos;
  private long maxNanos;
  private double mean;
  private double sumOfSquares;

  /** Adds {@code times} measurements of the same length, together {@code nanos} long. */
  void add(long times, long nanos) {
    if (times <= 0) {
      return;
    }
    long each = nanos / times;
    minNanos = count == 0 ? each : Math.min(minNanos, each);
    maxNanos = Math.max(maxNanos, each);
    long before = count;
    count += times;
    totalNanos += nanos;
    double difference = each - mean;
    mean += difference * times / count;
    sumOfSquares += difference * difference * ((double) before * times / count);
  }

  TimeSummary summary() {
    return new TimeSummary(count, totalNanos, minNanos, maxNanos, sumOfSquares);
  }
}
