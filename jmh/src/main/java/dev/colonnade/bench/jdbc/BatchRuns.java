package dev.colonnade.bench.jdbc;

import dev.colonnade.bench.MeasurementLog;
import dev.colonnade.bench.report.Figures;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** Loads rows by batches of inserts, each batch a transaction. */
final class BatchRuns {
  private static final int BATCH_ROWS = 1_000;

  /** The first load makes the code warm, and is not counted. */
  private static final int RUNS = 3;

  private final List<JdbcTarget> targets;
  private final MeasurementLog log;

  BatchRuns(List<JdbcTarget> targets, MeasurementLog log) {
    this.targets = List.copyOf(targets);
    this.log = log;
  }

  /** Measures, and leaves the rows of the last load in the table. */
  void measure() throws SQLException {
    log.phase("inserting " + Figures.count(BenchRows.ROW_COUNT) + " rows in batches");
    long[] bestNanos = new long[targets.size()];
    java.util.Arrays.fill(bestNanos, Long.MAX_VALUE);
    for (int run = 0; run < RUNS; run++) {
      for (int i = 0; i < bestNanos.length; i++) {
        BenchRows.create(targets.get(i));
        long nanos = load(targets.get(i));
        if (run > 0) {
          bestNanos[i] = Math.min(bestNanos[i], nanos);
        }
      }
    }
    for (int i = 0; i < bestNanos.length; i++) {
      log.add(
          targets.get(i).figure("batch.rows_per_second"),
          Figures.perSecond(BenchRows.ROW_COUNT, bestNanos[i]),
          MeasurementLog.PER_SECOND);
    }
  }

  private static long load(JdbcTarget target) throws SQLException {
    try (Connection connection = target.connect()) {
      connection.setAutoCommit(false);
      long startNanos = System.nanoTime();
      try (PreparedStatement insert = connection.prepareStatement(BenchRows.INSERT)) {
        for (int id = 1; id <= BenchRows.ROW_COUNT; id++) {
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

  /** The values of the row of an id. */
  static void set(PreparedStatement insert, long id) throws SQLException {
    insert.setLong(1, id);
    insert.setString(2, "row number " + id);
    insert.setBigDecimal(3, BigDecimal.valueOf(id, 2));
  }
}
