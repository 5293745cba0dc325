package dev.colonnade.bench.report;

import java.util.Arrays;

/** Rates, and statistics of repeated measurements. */
public final class Statistics {
  private static final double NANOS_PER_SECOND = 1e9;

  private Statistics() {}

  /** Returns the rate of a count over a duration; a duration below 1 ns counts as 1 ns. */
  public static double perSecond(long count, long nanos) {
    return count * NANOS_PER_SECOND / Math.max(1, nanos);
  }

  /** Returns the median; of an even number of values the mean of the middle two. */
  public static double median(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("values are empty");
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Returns the relative range of the values: (largest - smallest) / median. */
  public static double spread(double... values) {
    double median = median(values);
    double smallest = Arrays.stream(values).min().orElseThrow();
    double largest = Arrays.stream(values).max().orElseThrow();
    return median == 0 ? 0 : (largest - smallest) / median;
  }
}
