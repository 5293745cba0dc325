package dev.colonnade.bench.report;

import java.util.Arrays;

/** Summaries of repeated measurements. */
public final class Statistics {
  private Statistics() {}

  /** The middle value; of an even count the mean of the two in the middle. */
  public static double median(double... values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("values are empty");
    }
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** How far the values lie apart, as a share of their median: (largest - smallest) / median. */
  public static double spread(double... values) {
    double median = median(values);
    double smallest = Arrays.stream(values).min().orElseThrow();
    double largest = Arrays.stream(values).max().orElseThrow();
    return median == 0 ? 0 : (largest - smallest) / median;
  }
}
