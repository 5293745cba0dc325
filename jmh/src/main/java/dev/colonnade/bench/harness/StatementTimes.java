package dev.colonnade.bench.harness;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.local.MetricsClient;
import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Times of queries on one connection: processor time of the server where its metrics can be read,
 * otherwise elapsed time. One thread.
 */
public final class StatementTimes implements AutoCloseable {
  private static final String PROCESSOR_SECONDS = "process_cpu_seconds_total";
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int EXECUTIONS_MAX = 8_192;

  private final Statement statement;
  private final long batchNanos;
  private final @Nullable MetricsClient metrics;

  /**
   * Creates the times.
   *
   * @param http address of the server's metrics
   * @param batchNanos least time of the executions that are measured together: the metric has steps
   *     of ten milliseconds
   */
  public StatementTimes(Connection connection, Optional<URI> http, long batchNanos)
      throws SQLException {
    this.statement = requireNonNull(connection, "connection is null").createStatement();
    this.batchNanos = batchNanos;
    this.metrics = http.isPresent() ? new MetricsClient(http.get()) : null;
  }

  /** Returns whether times are processor times. */
  public boolean isProcessorTime() {
    return metrics != null;
  }

  /** Executes statements that return nothing. */
  public void execute(List<String> statements) throws SQLException {
    for (String each : statements) {
      statement.execute(each);
    }
  }

  /** Returns the first column of all rows as lines. */
  public String text(String query) throws SQLException {
    StringBuilder lines = new StringBuilder();
    try (ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        lines.append(rows.getString(1)).append('\n');
      }
    }
    return lines.toString();
  }

  /**
   * Returns the number of executions of a query that take as long as a batch; those that find it
   * out warm the server up.
   */
  public int executions(String query) throws SQLException, IOException, InterruptedException {
    int count = 1;
    while (count < EXECUTIONS_MAX && nanos(query, count) * count < batchNanos) {
      count *= 2;
    }
    return count;
  }

  /** Returns the nanoseconds of one execution, the mean of some. */
  public double nanos(String query, int executions)
      throws SQLException, IOException, InterruptedException {
    double start = now();
    for (int i = 0; i < executions; i++) {
      read(query);
    }
    return (now() - start) / executions;
  }

  private void read(String query) throws SQLException {
    try (ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        // All rows are fetched.
      }
    }
  }

  private double now() throws IOException, InterruptedException {
    return metrics == null
        ? System.nanoTime()
        : NANOS_PER_SECOND
            * metrics
                .read()
                .total(PROCESSOR_SECONDS)
                .orElseThrow(() -> new IOException("no metric: name=" + PROCESSOR_SECONDS));
  }

  @Override
  public void close() throws SQLException {
    if (metrics != null) {
      metrics.close();
    }
    statement.close();
  }
}
