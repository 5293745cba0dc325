package dev.colonnade.statistics;

import java.util.List;

/**
 * The values of a column, as they were when they were looked at.
 *
 * @param nullFraction the part of the rows that have NULL, from 0 to 1
 * @param distinctCount about how many different values there are, NULL not counted
 * @param commonValues those that many rows have, the most common first
 * @param bounds ascending places of values (see {@link ValuePlace}) between any two of which there
 *     are about as many rows; empty where values have no places
 */
public record ColumnStatistics(
    int columnId,
    double nullFraction,
    double distinctCount,
    List<CommonValue> commonValues,
    List<Double> bounds) {
  /** Part of the rows of which is assumed what nothing is known of. */
  private static final double UNKNOWN_FRACTION = 1.0 / 3;

  /**
   * A common value.
   *
   * @param value its text
   * @param fraction the part of all rows that have it
   */
  public record CommonValue(String value, double fraction) {}

  public ColumnStatistics {
    commonValues = List.copyOf(commonValues);
    bounds = List.copyOf(bounds);
  }

  /** The part of all rows that have the value. */
  public double equalFraction(Object value) {
    String text = ValuePlace.textOf(value);
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

  /** The part of all rows that have some value of which nothing is known. */
  public double anyFraction() {
    return (1 - nullFraction) / Math.max(1, distinctCount);
  }

  /** The part of all rows whose value is less. */
  public double lessFraction(Object value) {
    double place = ValuePlace.of(value);
    if (Double.isNaN(place) || bounds.size() < 2) {
      return UNKNOWN_FRACTION;
    }
    int buckets = bounds.size() - 1;
    int bucket = 0;
    while (bucket < buckets && bounds.get(bucket + 1) < place) {
      bucket++;
    }
    double below;
    if (place <= bounds.getFirst()) {
      below = 0;
    } else if (bucket == buckets) {
      below = buckets;
    } else {
      double start = bounds.get(bucket);
      double width = bounds.get(bucket + 1) - start;
      below = bucket + (width > 0 ? Math.clamp((place - start) / width, 0, 1) : 0.5);
    }
    return (1 - nullFraction) * below / buckets;
  }
}
