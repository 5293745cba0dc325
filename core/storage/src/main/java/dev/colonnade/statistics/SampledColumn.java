package dev.colonnade.statistics;

import dev.colonnade.statistics.ColumnStatistics.CommonValue;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Sampled values of a column, in the order of the rows. */
final class SampledColumn {
  /** The maximum number of most common values of a column. */
  static final int COMMON_VALUES_MAX = 100;

  /** The maximum number of histogram buckets. */
  static final int BUCKETS = 100;

  /** The maximum length of a most common value, in characters. */
  private static final int COMMON_LENGTH_MAX = 200;

  /** A value counts as common if it has more than this factor times the average rows of a value. */
  private static final double COMMON_FACTOR = 1.25;

  /** Bytes of a value whose width depends on its type alone, if it is no number. */
  private static final int OTHER_BYTES = 16;

  private final Object[] present;

  /** Numbers of the rows of {@link #present}. */
  private final long[] numbers;

  private final int sampled;
  private final long rowCount;

  /**
   * Creates the column.
   *
   * @param values null where the column is NULL
   * @param rowNumbers of {@link DistinctEstimate.Sample}
   * @param rowCount number of rows of the table
   */
  SampledColumn(@Nullable Object[] values, long[] rowNumbers, long rowCount) {
    this.present = Arrays.stream(values).filter(Objects::nonNull).toArray();
    this.numbers =
        IntStream.range(0, values.length)
            .filter(i -> values[i] != null)
            .mapToLong(i -> rowNumbers[i])
            .toArray();
    this.sampled = values.length;
    this.rowCount = rowCount;
  }

  /** Returns an object that is equal to those of equal values. */
  static Object identity(Object value) {
    return switch (value) {
      case BigDecimal _ -> HistogramPosition.textOf(value);
      case Number number -> number;
      case String text -> text;
      case Boolean truth -> truth;
      case UUID uuid -> uuid;
      default -> HistogramPosition.textOf(value);
    };
  }

  ColumnStatistics statistics(int columnId) {
    double nulls = sampled == 0 ? 0 : 1 - (double) present.length / sampled;
    Object[] identities = new Object[present.length];
    Arrays.setAll(identities, i -> identity(present[i]));
    Map<Object, int[]> counts = DistinctEstimate.counts(identities);
    double distinct =
        DistinctEstimate.of(
            new DistinctEstimate.Sample(identities, numbers),
            counts,
            rowCount * (1 - nulls),
            (double) rowCount);
    double[] positions = positions();
    double[] sorted = positions.clone();
    Arrays.sort(sorted);
    return new ColumnStatistics(
        columnId,
        nulls,
        distinct,
        commonValues(counts, distinct),
        bounds(sorted),
        correlation(positions, sorted),
        width());
  }

  private List<CommonValue> commonValues(Map<Object, int[]> counts, double distinct) {
    double average = sampled / Math.max(1, distinct);
    double least = distinct <= COMMON_VALUES_MAX ? 0 : Math.max(1, COMMON_FACTOR * average);
    List<CommonValue> common = new ArrayList<>();
    for (Map.Entry<Object, int[]> entry : counts.entrySet()) {
      int count = entry.getValue()[0];
      if (count > least) {
        String text = HistogramPosition.textOf(entry.getKey());
        if (text.length() <= COMMON_LENGTH_MAX) {
          common.add(new CommonValue(text, (double) count / sampled));
        }
      }
    }
    common.sort(
        Comparator.comparingDouble((CommonValue value) -> -value.fraction())
            .thenComparing(CommonValue::value));
    return common.subList(0, Math.min(COMMON_VALUES_MAX, common.size()));
  }

  /** Returns the positions of the values, in the order of the rows. */
  private double[] positions() {
    return Arrays.stream(present)
        .mapToDouble(HistogramPosition::of)
        .filter(Double::isFinite)
        .toArray();
  }

  private static List<Double> bounds(double[] sorted) {
    if (sorted.length < 2) {
      return List.of();
    }
    List<Double> bounds = new ArrayList<>();
    int buckets = Math.min(BUCKETS, sorted.length - 1);
    for (int i = 0; i <= buckets; i++) {
      bounds.add(sorted[(int) ((long) i * (sorted.length - 1) / buckets)]);
    }
    return bounds;
  }

  /** Returns the correlation between the order of the rows and the order of their values. */
  private static double correlation(double[] positions, double[] sorted) {
    int count = positions.length;
    if (count < 2) {
      return 0;
    }
    int[] equal = new int[count];
    double products = 0;
    double squares = 0;
    for (int i = 0; i < count; i++) {
      int first = firstOf(sorted, positions[i]);
      double rank = first + (double) equal[first]++;
      products += i * rank;
      squares += (double) i * i;
    }
    double sum = (double) count * (count - 1) / 2;
    return (count * products - sum * sum) / (count * squares - sum * sum);
  }

  /** Returns the first index of a value. */
  private static int firstOf(double[] sorted, double value) {
    int low = 0;
    int high = sorted.length - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted[middle] < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private double width() {
    double bytes = 0;
    for (Object value : present) {
      bytes +=
          switch (value) {
            case String text -> text.length();
            case Short _ -> Short.BYTES;
            case Integer _, Float _ -> Integer.BYTES;
            case Long _, Double _, BigDecimal _ -> Long.BYTES;
            case Boolean _ -> 1;
            default -> OTHER_BYTES;
          };
    }
    return present.length == 0 ? 0 : bytes / present.length;
  }
}
