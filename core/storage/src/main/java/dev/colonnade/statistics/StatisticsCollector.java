package dev.colonnade.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Collector of table statistics from a sample of the rows, in the order of the primary key. Of more
 * rows than fit, it retains a random sample. Memory does not grow with the table. Not thread-safe.
 */
public final class StatisticsCollector {
  /** The maximum number of rows in the sample: 300 for each bucket, as in PostgreSQL. */
  public static final int SAMPLE_ROWS_MAX = 30_000;

  private final int tableId;
  private final List<Integer> columnIds;
  private final SplittableRandom random;
  private final List<SampledRow> sample = new ArrayList<>();
  private long rowsAdded;

  /** Row with its position among all rows that were added. */
  private static final class SampledRow {
    private final long position;
    private final @Nullable Object[] values;

    private SampledRow(long position, @Nullable Object[] values) {
      this.position = position;
      this.values = values;
    }
  }

  /**
   * Creates an empty collector.
   *
   * @param columnIds ids of the columns, in the order of the values of a row
   * @param random source of randomness of the sample
   */
  public StatisticsCollector(int tableId, List<Integer> columnIds, SplittableRandom random) {
    this.tableId = tableId;
    this.columnIds = List.copyOf(columnIds);
    this.random = random;
  }

  /** Adds a row, with values in the internal representation of the executor. */
  public void add(@Nullable Object[] row) {
    SampledRow added = new SampledRow(rowsAdded, row.clone());
    rowsAdded++;
    if (sample.size() < SAMPLE_ROWS_MAX) {
      sample.add(added);
    } else {
      long index = random.nextLong(rowsAdded);
      if (index < SAMPLE_ROWS_MAX) {
        sample.set((int) index, added);
      }
    }
  }

  /**
   * Returns the statistics of a table of which the rows added so far are a sample.
   *
   * @param rowCount the number of rows of the table; that of the rows added counts if it is larger
   * @param groups ids of columns whose combinations of values are counted
   */
  public TableStatistics statistics(long rowCount, List<List<Integer>> groups) {
    long rows = Math.max(rowCount, rowsAdded);
    sample.sort(Comparator.comparingLong(row -> row.position));
    long[] numbers = sample.stream().mapToLong(row -> row.position).toArray();
    List<ColumnStatistics> columns = new ArrayList<>();
    for (int i = 0; i < columnIds.size(); i++) {
      @Nullable Object[] values = new @Nullable Object[sample.size()];
      for (int row = 0; row < values.length; row++) {
        values[row] = sample.get(row).values[i];
      }
      columns.add(new SampledColumn(values, numbers, rows).statistics(columnIds.get(i)));
    }
    List<ColumnGroup> counted = new ArrayList<>();
    for (List<Integer> group : groups) {
      int[] positions = group.stream().mapToInt(columnIds::indexOf).toArray();
      if (Arrays.stream(positions).allMatch(position -> position >= 0)) {
        counted.add(new ColumnGroup(group, distinctCount(positions, numbers, (double) rows)));
      }
    }
    return new TableStatistics(tableId, rows, columns, counted);
  }

  /** Returns the number of combinations of values; NULL counts as a value. */
  private double distinctCount(int[] positions, long[] numbers, double rows) {
    Object[] combinations = new Object[sample.size()];
    for (int row = 0; row < combinations.length; row++) {
      @Nullable Object[] values = new @Nullable Object[positions.length];
      for (int i = 0; i < values.length; i++) {
        Object value = sample.get(row).values[positions[i]];
        values[i] = value == null ? null : SampledColumn.identity(value);
      }
      combinations[row] = Arrays.asList(values);
    }
    return DistinctEstimate.of(
        new DistinctEstimate.Sample(combinations, numbers),
        DistinctEstimate.counts(combinations),
        rows,
        rows);
  }
}
