package dev.colonnade.statistics;

import java.util.List;

/**
 * Statistics of the values of a column at the time of ANALYZE, for selectivity estimates.
 *
 * @param nullFraction fraction of the rows with NULL, from 0 to 1
 * @param distinctCount estimated number of distinct values, without NULL
 * @param commonValues most common values, in descending order of frequency
 * @param bounds equi-depth histogram: ascending positions of values (see {@link
 *     HistogramPosition}), with about the same number of rows between any two of them; empty if the
 *     values have no positions
 * @param correlation between the order of the rows by their key and the order of the values, from
 *     -1 to 1; 0 if the values have no positions
 * @param widthBytes average size of a value other than NULL
 */
public record ColumnStatistics(
    int columnId,
    double nullFraction,
    double distinctCount,
    List<CommonValue> commonValues,
    List<Double> bounds,
    double correlation,
    double widthBytes) {
  /** Assumed selectivity of a predicate without usable statistics. */
  private static final double UNKNOWN_FRACTION = 1.0 / 3;

  /**
   * Most common value of a column.
   *
   * @param value the value as text
   * @param fraction fraction of all rows with the value
   */
  public record CommonValue(String value, double fraction) {}

  public ColumnStatistics {
    commonValues = List.copyOf(commonValues);
    bounds = List.copyOf(bounds);
  }

  /** Creates statistics of values in random order. */
  public ColumnStatistics(
      int columnId,
      double nullFraction,
      double distinctCount,
      List<CommonValue> commonValues,
      List<Double> bounds) {
    this(columnId, nullFraction, distinctCount, commonValues, bounds, 0, Long.BYTES);
  }

  /**
   * Returns the estimated selectivity of equality with {@code value}, as a fraction of all rows.
   */
  public double equalFraction(Object value) {
    String text = HistogramPosition.textOf(value);
    double common = 0;
    for (CommonValue known : commonValues) {
      if (known.value().equals(text)) {
        return known.fraction();
      }
      common += known.fraction();
    }
    double rest = Math.max(0, 1 - nullFraction - common);
    return rest / Math.max(1, distinctCount - commonValues.size());
  }

  /** Returns the estimated selectivity of less-than {@code value}, as a fraction of all rows. */
  public double lessFraction(Object value) {
    double position = HistogramPosition.of(value);
    if (Double.isNaN(position) || bounds.size() < 2) {
      return UNKNOWN_FRACTION;
    }
    int buckets = bounds.size() - 1;
    int bucket = 0;
    while (bucket < buckets && bounds.get(bucket + 1) < position) {
      bucket++;
    }
    double below;
    if (position <= bounds.getFirst()) {
      below = 0;
    } else if (bucket == buckets) {
      below = buckets;
    } else {
      double start = bounds.get(bucket);
      double width = bounds.get(bucket + 1) - start;
      below = bucket + (width > 0 ? Math.clamp((position - start) / width, 0, 1) : 0.5);
    }
    return (1 - nullFraction) * below / buckets;
  }
}
