package dev.colonnade.bench.jdbc;

import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.report.ReadableNumbers;
import dev.colonnade.bench.report.Statistics;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/** Rate of batched inserts; each batch is a transaction. */
final class BatchInserts {
  private static final int BATCH_ROWS = 1_000;

  /** Number of loads; the first one is the warm-up and is not measured. */
  private static final int RUNS = 3;

  private final List<JdbcTarget> targets;
  private final MeasurementLog log;

  BatchInserts(List<JdbcTarget> targets, MeasurementLog log) {
    this.targets = List.copyOf(targets);
    this.log = log;
  }

  /** Measures the rate. The rows of the last load remain in the table. */
  void measure() throws SQLException {
    log.phase("inserting " + ReadableNumbers.count(JdbcBenchTable.ROW_COUNT) + " rows in batches");
    long[] bestNanos = new long[targets.size()];
    Arrays.fill(bestNanos, Long.MAX_VALUE);
    for (int run = 0; run < RUNS; run++) {
      for (int i = 0; i < bestNanos.length; i++) {
        JdbcBenchTable.create(targets.get(i));
        long nanos = load(targets.get(i));
        if (run > 0) {
          bestNanos[i] = Math.min(bestNanos[i], nanos);
        }
      }
    }
    for (int i = 0; i < bestNanos.length; i++) {
      log.add(
          targets.get(i).metricName("batch.rows_per_second"),
          Statistics.perSecond(JdbcBenchTable.ROW_COUNT, bestNanos[i]),
          MeasurementLog.PER_SECOND);
    }
  }

  private static long load(JdbcTarget target) throws SQLException {
    try (Connection connection = target.connect()) {
      connection.setAutoCommit(false);
      long startNanos = System.nanoTime();
      try (PreparedStatement insert = connection.prepareStatement(JdbcBenchTable.INSERT)) {
        for (int id = 1; id <= JdbcBenchTable.ROW_COUNT; id++) {
          set(insert, id);
          insert.addBatch();
          if (id % BATCH_ROWS == 0) {
            insert.executeBatch();
            connection.commit();
          }
        }
      }
      return System.nanoTime() - startNanos;
    }
  }

  /** Sets the parameters to the values of the row of an id. */
  static void set(PreparedStatement insert, long id) throws SQLException {
    insert.setLong(1, id);
    insert.setString(2, "row number " + id);
    insert.setBigDecimal(3, BigDecimal.valueOf(id, 2));
  }
}
