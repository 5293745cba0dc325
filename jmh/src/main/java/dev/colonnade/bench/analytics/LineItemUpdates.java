package dev.colonnade.bench.analytics;

import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.report.Statistics;
import dev.colonnade.bench.tpch.OrderKeys;
import dev.colonnade.bench.tpch.Scale;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Updates of random rows of lineitem at a given rate, each a transaction: comments, which no query
 * of TPC-H reads, so that results do not change. {@link #stop} is called once, by the thread that
 * created it.
 */
final class LineItemUpdates {
  private static final String UPDATE =
      "update lineitem set l_comment = ? where l_orderkey = ? and l_linenumber = 1";
  private static final String CONFLICT = "40001";
  private static final int CONNECTIONS = 4;
  private static final int LATENCY_DIGITS = 3;

  private final String url;
  private final long orderCount;
  private final long intervalNanos;
  private final long startNanos = System.nanoTime();
  private final ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
  private final List<Future<Histogram>> loops = new ArrayList<>();
  private volatile boolean isStopped;

  private LineItemUpdates(String url, Scale scale, int perSecond) {
    this.url = url;
    this.orderCount = scale.orderCount();
    this.intervalNanos = CONNECTIONS * TimeUnit.SECONDS.toNanos(1) / perSecond;
  }

  /** Starts updates on connections of their own. */
  static LineItemUpdates start(String url, Scale scale, int perSecond) {
    LineItemUpdates updates = new LineItemUpdates(url, scale, perSecond);
    for (int i = 0; i < CONNECTIONS; i++) {
      int seed = i;
      updates.loops.add(updates.threads.submit(() -> updates.run(seed)));
    }
    return updates;
  }

  /** Updates at times that are apart by the interval; after a late one the next is not delayed. */
  private Histogram run(int seed) throws SQLException {
    Histogram latencies = new Histogram(LATENCY_DIGITS);
    SplittableRandom random = new SplittableRandom(seed);
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement statement = connection.prepareStatement(UPDATE)) {
      long due = startNanos + seed * intervalNanos / CONNECTIONS;
      while (!isStopped) {
        long wait = due - System.nanoTime();
        if (wait > 0) {
          LockSupport.parkNanos(wait);
          continue;
        }
        due += intervalNanos;
        long begin = System.nanoTime();
        statement.setString(1, "comment " + random.nextInt(1_000_000));
        statement.setLong(2, OrderKeys.keyOf(1 + random.nextLong(orderCount)));
        if (update(statement)) {
          latencies.recordValue(System.nanoTime() - begin);
        }
      }
    }
    return latencies;
  }

  /** Returns whether the row was updated; not if another connection changed it. */
  private static boolean update(PreparedStatement statement) throws SQLException {
    try {
      if (statement.executeUpdate() != 1) {
        throw new SQLException("a row of lineitem is missing");
      }
      return true;
    } catch (SQLException e) {
      if (CONFLICT.equals(e.getSQLState())) {
        return false;
      }
      throw e;
    }
  }

  /** Ends the updates and adds their rate and latencies to the log. Returns the rate. */
  double stop(String name, MeasurementLog log) throws InterruptedException {
    isStopped = true;
    Histogram latencies = new Histogram(LATENCY_DIGITS);
    long nanos = System.nanoTime() - startNanos;
    try {
      for (Future<Histogram> loop : loops) {
        latencies.add(loop.get());
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("an update failed: " + e.getCause(), e.getCause());
    } finally {
      threads.shutdown();
    }
    double rate = Statistics.perSecond(latencies.getTotalCount(), nanos);
    log.add(name + ".per_second", rate, MeasurementLog.PER_SECOND);
    for (int percentile : new int[] {50, 99}) {
      double micros = TimeUnit.NANOSECONDS.toMicros(latencies.getValueAtPercentile(percentile));
      log.add(name + ".p" + percentile, micros, MeasurementLog.MICROS);
    }
    return rate;
  }
}
