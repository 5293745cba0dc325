package dev.colonnade.statistics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
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
 * bound, unless too many of them are NULL. Rows without a value, and those that are missing in a
 * position, leave the rest of it valid.
 */
final class DistinctEstimate {
  /** Rows of one position. */
  private static final int POSITION_ROWS = 3;

  /** Number of equal rows at one position, relative to independent rows, that is too many. */
  private static final double CLUSTERED = 2;

  /** Equal rows at one position that may be accidental. */
  private static final int ACCIDENTAL = 10;

  /**
   * Least share of neighbors with a value for the assumption that the value of a row with NULL is
   * that of a row nearby. Below it, NULLs may separate the runs, and equal neighbors be within
   * them.
   */
  private static final double NEIGHBORS_MIN = 0.6;

  private DistinctEstimate() {}

  /**
   * Values of a sample.
   *
   * @param values without NULLs; equal values are equal objects
   * @param numbers ascending numbers of their rows: 3n to 3n + 2 are the rows of position n
   */
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  record Sample(Object[] values, long[] numbers) {
    Sample {
      if (values.length != numbers.length) {
        throw new IllegalArgumentException(
            "values=%d numbers=%d".formatted(values.length, numbers.length));
      }
    }

    int size() {
      return values.length;
    }

    private boolean isAtSamePosition(int index, int other) {
      return numbers[index] / POSITION_ROWS == numbers[other] / POSITION_ROWS;
    }

    private boolean isSecondNeighbor(int index) {
      return numbers[index] % POSITION_ROWS == POSITION_ROWS - 1;
    }

    private boolean areNeighbors(int index, int next) {
      return isSecondNeighbor(next) && numbers[index] == numbers[next] - 1;
    }

    /** Returns the first value of each position. */
    private Object[] firstOfPositions() {
      List<Object> firsts = new ArrayList<>();
      for (int i = 0; i < values.length; i++) {
        if (i == 0 || !isAtSamePosition(i - 1, i)) {
          firsts.add(values[i]);
        }
      }
      return firsts.toArray();
    }
  }

  /**
   * Returns the number of distinct values of all rows.
   *
   * @param counts number of each of the sampled values
   * @param rows number of rows with a value, of which the values are a sample
   * @param allRows number of rows, those with NULL included
   */
  static double of(Sample sample, Map<Object, int[]> counts, double rows, double allRows) {
    if (sample.size() == 0) {
      return 0;
    }
    if (sample.size() >= rows || !isClustered(sample, counts)) {
      return duj1(counts, sample.size(), rows);
    }
    Object[] some = sample.firstOfPositions();
    double estimate = duj1(counts(some), some.length, rows);
    return Math.max(counts.size(), Math.min(estimate, runs(sample, allRows)));
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

  private static boolean isClustered(Sample sample, Map<Object, int[]> counts) {
    int size = sample.size();
    int compared = 0;
    int equal = 0;
    for (int i = 1; i < size; i++) {
      if (sample.isAtSamePosition(i - 1, i)) {
        compared++;
        equal += sample.values[i].equals(sample.values[i - 1]) ? 1 : 0;
      }
    }
    double equalPairs = 0;
    for (int[] count : counts.values()) {
      equalPairs += (double) count[0] * (count[0] - 1);
    }
    double independent = size < 2 ? 0 : compared * equalPairs / ((double) size * (size - 1));
    return equal > ACCIDENTAL + CLUSTERED * independent;
  }

  /**
   * Returns the number of runs of equal values in all rows. The value of a row with NULL is assumed
   * to be that of a row nearby. One pair of neighbors more, which are different, keeps the result
   * an upper bound where there are few of them. Without a bound if too many neighbors are NULL.
   */
  private static double runs(Sample sample, double rows) {
    double pairs = 1;
    double different = 1;
    int seconds = 0;
    for (int i = 0; i < sample.size(); i++) {
      seconds += sample.isSecondNeighbor(i) ? 1 : 0;
      if (i > 0 && sample.areNeighbors(i - 1, i)) {
        pairs++;
        different += sample.values[i].equals(sample.values[i - 1]) ? 0 : 1;
      }
    }
    return pairs < NEIGHBORS_MIN * seconds ? rows : Math.rint(rows * different / pairs);
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
