package dev.colonnade.bench.jdbc;

import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.jdbc.JdbcBenchOptions.Section;
import dev.colonnade.bench.report.Statistics;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/** Rates of prepared statements in closed loops, on one connection and on several. */
final class StatementRates {
  private final List<JdbcTarget> targets;
  private final JdbcBenchOptions load;
  private final MeasurementLog log;
  private final AtomicLong nextId = new AtomicLong(JdbcBenchTable.ROW_COUNT);

  StatementRates(List<JdbcTarget> targets, JdbcBenchOptions load, MeasurementLog log) {
    this.targets = List.copyOf(targets);
    this.load = load;
    this.log = log;
  }

  void measure() throws SQLException, InterruptedException {
    if (load.measures(Section.POINT)) {
      measure("point", "selecting single rows", target -> JdbcBenchTable.SELECT, this::select);
    }
    if (load.measures(Section.NEXTVAL)) {
      if (!load.measures(Section.POINT)
          && !load.measures(Section.INSERT)
          && !load.measures(Section.BATCH)) {
        for (JdbcTarget target : targets) {
          JdbcBenchTable.create(target);
        }
      }
      measure(
          "nextval",
          "allocating values of a sequence",
          target -> target.nextValue(JdbcBenchTable.SEQUENCE),
          (statement, random) -> query(statement));
    }
    if (load.measures(Section.INSERT)) {
      measure("insert", "inserting single rows", target -> JdbcBenchTable.INSERT, this::insert);
    }
  }

  /** Text of the statement by database. */
  private interface Text {
    String of(JdbcTarget target);
  }

  /** Single execution of a statement. */
  private interface Step {
    void run(PreparedStatement statement, SplittableRandom random) throws SQLException;
  }

  private void measure(String metric, String phase, Text text, Step step)
      throws InterruptedException {
    for (int connections : load.connectionCounts()) {
      for (JdbcTarget target : targets) {
        log.phase(phase + ": " + target.label() + ", connections: " + connections);
        ConnectionLoops loops = new ConnectionLoops(target, text.of(target), step, connections);
        loops.perSecond(load.duration().dividedBy(2)); // warm-up
        log.add(
            target.metricName(metric + ".connections" + connections + ".per_second"),
            loops.perSecond(load.duration()),
            MeasurementLog.PER_SECOND);
      }
    }
  }

  private void select(PreparedStatement statement, SplittableRandom random) throws SQLException {
    statement.setLong(1, random.nextLong(JdbcBenchTable.ROW_COUNT) + 1);
    query(statement);
  }

  private static void query(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      if (!row.next() || row.getObject(1) == null) {
        throw new IllegalStateException("query returned no row");
      }
    }
  }

  private void insert(PreparedStatement statement, SplittableRandom random) throws SQLException {
    BatchInserts.set(statement, nextId.incrementAndGet());
    statement.executeUpdate();
  }

  /** Closed loops of the same statement, each with a connection and a thread of its own. */
  private record ConnectionLoops(JdbcTarget target, String sql, Step step, int count) {
    double perSecond(Duration time) throws InterruptedException {
      try (ExecutorService threads = Executors.newFixedThreadPool(count)) {
        long startNanos = System.nanoTime();
        List<Future<Long>> loops = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          long seed = i;
          loops.add(threads.submit(() -> run(seed, startNanos + time.toNanos())));
        }
        long steps = 0;
        for (Future<Long> loop : loops) {
          steps += loop.get();
        }
        return Statistics.perSecond(steps, System.nanoTime() - startNanos);
      } catch (ExecutionException e) {
        throw new IllegalStateException("a connection failed: " + e.getCause(), e.getCause());
      }
    }

    private long run(long seed, long endNanos) throws SQLException {
      SplittableRandom random = new SplittableRandom(seed);
      long steps = 0;
      try (Connection connection = target.connect();
          PreparedStatement statement = connection.prepareStatement(sql)) {
        while (System.nanoTime() < endNanos) {
          step.run(statement, random);
          steps++;
        }
      }
      return steps;
    }
  }
}
