package dev.colonnade.bench.memory;

import dev.colonnade.bench.jdbc.JdbcTarget;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Loop of prepared reads of one row by its primary key, on a connection of its own. Between two
 * reads it waits, so that it leaves the processors to the server.
 */
final class PointReads implements Runnable {
  private static final String READ = "SELECT v FROM memory_bench WHERE id = ?";

  private final JdbcTarget target;
  private final int rows;
  private final long pauseNanos;
  private volatile boolean isStopped;

  /** Written by the thread of the loop, read after its end. */
  private long[] latencies = new long[1 << 12];

  private int count;

  PointReads(JdbcTarget target, int rows, long pauseNanos) {
    this.target = target;
    this.rows = rows;
    this.pauseNanos = pauseNanos;
  }

  @Override
  public void run() {
    SplittableRandom random = new SplittableRandom(1);
    try (Connection connection = target.connect();
        PreparedStatement statement = connection.prepareStatement(READ)) {
      while (!isStopped) {
        long startNanos = System.nanoTime();
        statement.setLong(1, 1 + random.nextInt(rows));
        try (ResultSet row = statement.executeQuery()) {
          if (!row.next()) {
            throw new IllegalStateException("row of a key is missing");
          }
          row.getLong(1);
        }
        add(System.nanoTime() - startNanos);
        LockSupport.parkNanos(pauseNanos);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("a point read failed: " + e.getMessage(), e);
    }
  }

  private void add(long nanos) {
    if (count == latencies.length) {
      latencies = Arrays.copyOf(latencies, count * 2);
    }
    latencies[count++] = nanos;
  }

  /** Ends the loop after the present read. */
  void stop() {
    isStopped = true;
  }

  /** Returns the latencies in nanoseconds in ascending order; called after the end of the loop. */
  long[] sortedNanos() {
    long[] sorted = Arrays.copyOf(latencies, count);
    Arrays.sort(sorted);
    return sorted;
  }
}
