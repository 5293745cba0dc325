package dev.colonnade.statistics;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Estimate of the number of distinct values of a column from a sample of its rows, by the estimator
 * Duj1 of Haas and Stokes ("Estimating the Number of Classes in a Finite Population", 1998), which
 * PostgreSQL uses too.
 *
 * <p>Rows of a sample come in the order of the key, three from each of many positions, of which the
 * last two are neighbors in the table. The estimator assumes that they are independent. If equal
 * values are close to each other more often than in independent rows, only one row of each position
 * counts; and since there are no more values than runs of equal values, the neighbors set an upper
 * bound.
 */
final class DistinctEstimate {
  /** Rows of one position. */
  private static final int POSITION_ROWS = 3;

  /** Number of equal rows that are close, relative to independent rows, that is too many. */
  private static final double CLUSTERED = 2;

  /** Equal rows that may be close by accident. */
  private static final int ACCIDENTAL = 10;

  private DistinctEstimate() {}

  /**
   * Returns the number of distinct values of all rows.
   *
   * @param values without NULLs; equal values are equal objects
   * @param rows number of rows with a value, of which the values are a sample
   */
  static double of(Object[] values, double rows) {
    return of(values, counts(values), rows);
  }

  /**
   * Variant of {@link #of(Object[], double)} for values that have been counted.
   *
   * @param counts number of each of the values
   */
  static double of(Object[] values, Map<Object, int[]> counts, double rows) {
    if (values.length == 0) {
      return 0;
    }
    if (values.length >= rows || !isClustered(values, counts)) {
      return duj1(counts, values.length, rows);
    }
    Object[] some = new Object[values.length / POSITION_ROWS];
    Arrays.setAll(some, i -> values[i * POSITION_ROWS]);
    double estimate = duj1(counts(some), some.length, rows);
    return Math.max(counts.size(), Math.min(estimate, runs(values, rows)));
  }

  /** Returns the number of each of some values, in an array of one element. */
  static Map<Object, int[]> counts(Object[] values) {
    Map<Object, int[]> counts = HashMap.newHashMap(values.length);
    for (Object value : values) {
      int[] count = counts.get(value);
      if (count == null) {
        counts.put(value, new int[] {1});
      } else {
        count[0]++;
      }
    }
    return counts;
  }

  private static boolean isClustered(Object[] values, Map<Object, int[]> counts) {
    int close = 0;
    for (int i = 1; i < values.length; i++) {
      close += values[i].equals(values[i - 1]) ? 1 : 0;
    }
    double pairs = 0;
    for (int[] count : counts.values()) {
      pairs += (double) count[0] * (count[0] - 1);
    }
    double independent = pairs / values.length;
    return close > ACCIDENTAL + CLUSTERED * independent;
  }

  /** Returns the number of runs of equal values in all rows. */
  private static double runs(Object[] values, double rows) {
    double pairs = 0;
    double different = 0;
    for (int i = POSITION_ROWS - 1; i < values.length; i += POSITION_ROWS) {
      pairs++;
      different += values[i].equals(values[i - 1]) ? 0 : 1;
    }
    return Math.rint(rows * different / Math.max(1, pairs));
  }

  private static double duj1(Map<Object, int[]> counts, double sampled, double rows) {
    double distinct = counts.size();
    if (sampled >= rows) {
      return distinct;
    }
    double once = 0;
    for (int[] count : counts.values()) {
      once += count[0] == 1 ? 1 : 0;
    }
    double estimate = sampled * distinct / (sampled - once + once * sampled / rows);
    return Math.clamp(Math.rint(estimate), distinct, Math.max(distinct, rows));
  }
}
