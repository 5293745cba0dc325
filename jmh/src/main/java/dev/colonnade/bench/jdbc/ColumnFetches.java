package dev.colonnade.bench.jdbc;

import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.harness.PageValueReader;
import dev.colonnade.bench.report.Statistics;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.jdbc.ArrowResult;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Times of fetches of whole columns of lineitem, as rows and as Arrow batches, in turns. */
final class ColumnFetches {
  private static final int WARM_UP_COUNT = 3;
  private static final int FETCH_ROWS = 10_000;
  private static final int[] WIDTHS = {1, 4, 16};
  private static final double NANOS_PER_MILLI = 1e6;
  private static final String MILLIS = "ms";

  private final List<JdbcTarget> targets;
  private final int repetitions;
  private final MeasurementLog log;

  ColumnFetches(List<JdbcTarget> targets, int repetitions, MeasurementLog log) {
    this.targets = List.copyOf(targets);
    this.repetitions = repetitions;
    this.log = log;
  }

  void measure() throws SQLException {
    for (int width : WIDTHS) {
      measure(width);
    }
  }

  private void measure(int width) throws SQLException {
    log.phase("fetching " + width + " of 16 columns");
    Map<String, List<Double>> millis = new LinkedHashMap<>();
    long rowCount = -1;
    for (int round = 0; round < WARM_UP_COUNT + repetitions; round++) {
      for (JdbcTarget target : targets) {
        for (Reading reading : readings(target)) {
          long startNanos = System.nanoTime();
          long rows = fetch(target, width, reading);
          double elapsed = (System.nanoTime() - startNanos) / NANOS_PER_MILLI;
          if (rowCount >= 0 && rows != rowCount) {
            throw new IllegalStateException(
                "results differ: rows=%d expected=%d in=%s"
                    .formatted(rows, rowCount, target.label()));
          }
          rowCount = rows;
          if (round >= WARM_UP_COUNT) {
            String name =
                target.metricName("fetch" + width + (reading == Reading.ROWS ? "" : ".arrow"));
            millis.computeIfAbsent(name, each -> new ArrayList<>()).add(elapsed);
          }
        }
      }
    }
    log(width, millis);
  }

  private void log(int width, Map<String, List<Double>> millis) {
    Map<String, Double> medians = new LinkedHashMap<>();
    millis.forEach(
        (name, each) -> {
          double[] values = each.stream().mapToDouble(Double::doubleValue).toArray();
          medians.put(name, Statistics.median(values));
          log.add(name + ".ms", Statistics.median(values), MILLIS);
          log.add(name + ".spread", Statistics.spread(values), MeasurementLog.RATIO);
        });
    for (JdbcTarget target : targets) {
      if (!target.isOwn()) {
        String own = "jdbc.fetch" + width;
        double peer = medians.getOrDefault(target.metricName("fetch" + width), Double.NaN);
        double rows = medians.getOrDefault(own, Double.NaN);
        double arrow = medians.getOrDefault(own + ".arrow", Double.NaN);
        log.add(own + ".to_" + target.name(), rows / peer, MeasurementLog.RATIO);
        log.add(own + ".arrow.to_" + target.name(), arrow / peer, MeasurementLog.RATIO);
      }
    }
  }

  /** Access to the values of a result. */
  private enum Reading {
    ROWS,
    ARROW
  }

  private static List<Reading> readings(JdbcTarget target) {
    return target.isOwn() ? List.of(Reading.ROWS, Reading.ARROW) : List.of(Reading.ROWS);
  }

  private static long fetch(JdbcTarget target, int width, Reading reading) throws SQLException {
    List<LineItemColumn> columns = LineItemColumn.first(width);
    String list = String.join(", ", columns.stream().map(LineItemColumn::columnName).toList());
    try (Connection connection = target.connect()) {
      connection.setAutoCommit(false); // otherwise pgJDBC fetches all rows at once
      try (Statement statement = connection.createStatement()) {
        statement.setFetchSize(FETCH_ROWS);
        try (ResultSet rows = statement.executeQuery("SELECT " + list + " FROM lineitem")) {
          return reading == Reading.ROWS ? readRows(rows, columns) : readBatches(rows);
        }
      }
    }
  }

  private static long readRows(ResultSet rows, List<LineItemColumn> columns) throws SQLException {
    LineItemColumn[] kinds = columns.toArray(LineItemColumn[]::new);
    long count = 0;
    long sum = 0;
    while (rows.next()) {
      for (int i = 0; i < kinds.length; i++) {
        sum += kinds[i].read(rows, i + 1);
      }
      count++;
    }
    return required(count, sum);
  }

  private static long readBatches(ResultSet rows) throws SQLException {
    ArrowResult batches = rows.unwrap(ArrowResult.class);
    PageValueReader reading = new PageValueReader();
    for (ResultPage page = batches.nextPage(); page != null; page = batches.nextPage()) {
      reading.read(page);
    }
    return required(reading.rowCount(), reading.sum());
  }

  /** Returns the count after a check that values were read: no sum over lineitem is 0. */
  private static long required(long count, long sum) {
    if (sum == 0) {
      throw new IllegalStateException("no value was read: rowCount=" + count);
    }
    return count;
  }
}
