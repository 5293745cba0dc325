package dev.colonnade.statistics;

import dev.colonnade.statistics.ColumnStatistics.CommonValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.datasketches.hll.HllSketch;
import org.jspecify.annotations.Nullable;

/**
 * Single-pass collector of table statistics: estimates distinct values with a HyperLogLog sketch
 * (relative error about 1.6%), and takes a reservoir sample of the rows, from which it computes the
 * most common values and the histogram bounds. Memory does not grow with the table. Not
 * thread-safe.
 */
public final class StatisticsCollector {
  /** The maximum number of rows in the sample. */
  static final int SAMPLE_ROWS_MAX = 30_000;

  /** The maximum number of most common values of a column. */
  static final int COMMON_VALUES_MAX = 100;

  /** The maximum number of histogram buckets. */
  static final int BUCKETS = 100;

  /** The maximum length of a most common value, in characters. */
  private static final int COMMON_LENGTH_MAX = 200;

  /** Binary logarithm of the number of registers of a HyperLogLog sketch. */
  private static final int REGISTERS_LOG = 12;

  /** A value counts as common if it has more than this factor times the average rows of a value. */
  private static final double COMMON_FACTOR = 1.25;

  private final int tableId;
  private final List<Integer> columnIds;
  private final SplittableRandom random;
  private final HllSketch[] distinct;
  private final long[] nulls;
  private final List<@Nullable Object[]> sample = new ArrayList<>();
  private long rowCount;

  /**
   * Creates an empty collector.
   *
   * @param columnIds ids of the columns, in the order of the values of a row
   * @param random source of randomness of the reservoir sample
   */
  public StatisticsCollector(int tableId, List<Integer> columnIds, SplittableRandom random) {
    this.tableId = tableId;
    this.columnIds = List.copyOf(columnIds);
    this.random = random;
    this.distinct = new HllSketch[columnIds.size()];
    Arrays.setAll(distinct, _ -> new HllSketch(REGISTERS_LOG));
    this.nulls = new long[columnIds.size()];
  }

  /** Adds a row, with values in the internal representation of the executor. */
  public void add(@Nullable Object[] row) {
    for (int i = 0; i < distinct.length; i++) {
      Object value = row[i];
      switch (value) {
        case null -> nulls[i]++;
        case Long number -> distinct[i].update(number);
        case Integer number -> distinct[i].update(number);
        case Short number -> distinct[i].update(number);
        default -> distinct[i].update(HistogramPosition.textOf(value));
      }
    }
    rowCount++;
    if (sample.size() < SAMPLE_ROWS_MAX) {
      sample.add(row.clone());
    } else {
      long index = random.nextLong(rowCount);
      if (index < SAMPLE_ROWS_MAX) {
        sample.set((int) index, row.clone());
      }
    }
  }

  /** Returns the statistics of the rows added so far. */
  public TableStatistics statistics() {
    List<ColumnStatistics> columns = new ArrayList<>();
    for (int i = 0; i < distinct.length; i++) {
      columns.add(column(i));
    }
    return new TableStatistics(tableId, rowCount, columns);
  }

  private ColumnStatistics column(int index) {
    long present = rowCount - nulls[index];
    double estimate = Math.rint(distinct[index].getEstimate());
    double distinctCount = present == 0 ? 0 : Math.clamp(estimate, 1, (double) present);
    return new ColumnStatistics(
        columnIds.get(index),
        rowCount == 0 ? 0 : (double) nulls[index] / rowCount,
        distinctCount,
        commonValues(index, distinctCount),
        bounds(index));
  }

  private List<CommonValue> commonValues(int index, double distinctCount) {
    Map<String, Integer> counts = new HashMap<>();
    for (@Nullable Object[] row : sample) {
      Object value = row[index];
      if (value != null) {
        counts.merge(HistogramPosition.textOf(value), 1, Integer::sum);
      }
    }
    double average = sample.size() / Math.max(1, distinctCount);
    boolean isLowCardinality = distinctCount <= COMMON_VALUES_MAX;
    return counts.entrySet().stream()
        .filter(
            entry -> isLowCardinality || entry.getValue() > Math.max(1, COMMON_FACTOR * average))
        .filter(entry -> entry.getKey().length() <= COMMON_LENGTH_MAX)
        .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder()))
        .limit(COMMON_VALUES_MAX)
        .map(entry -> new CommonValue(entry.getKey(), (double) entry.getValue() / sample.size()))
        .toList();
  }

  private List<Double> bounds(int index) {
    double[] positions =
        sample.stream()
            .map(row -> row[index])
            .filter(value -> value != null)
            .mapToDouble(HistogramPosition::of)
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    if (positions.length < 2) {
      return List.of();
    }
    List<Double> bounds = new ArrayList<>();
    int buckets = Math.min(BUCKETS, positions.length - 1);
    for (int i = 0; i <= buckets; i++) {
      bounds.add(positions[(int) ((long) i * (positions.length - 1) / buckets)]);
    }
    return bounds;
  }
}
