package dev.colonnade.bench.jdbc;

import dev.colonnade.bench.MeasurementLog;
import dev.colonnade.bench.jdbc.JdbcLoad.What;
import dev.colonnade.bench.report.Figures;
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

/** Prepared statements one after the other: how many a second, on one connection and on several. */
final class RateRuns {
  private final List<JdbcTarget> targets;
  private final JdbcLoad load;
  private final MeasurementLog log;
  private final AtomicLong nextId = new AtomicLong(BenchRows.ROW_COUNT);

  RateRuns(List<JdbcTarget> targets, JdbcLoad load, MeasurementLog log) {
    this.targets = List.copyOf(targets);
    this.load = load;
    this.log = log;
  }

  void measure() throws SQLException, InterruptedException {
    if (load.measures(What.POINT)) {
      measure("point", "selecting single rows", target -> BenchRows.SELECT, this::select);
    }
    if (load.measures(What.NEXTVAL)) {
      if (!load.measures(What.POINT) && !load.measures(What.INSERT) && !load.measures(What.BATCH)) {
        for (JdbcTarget target : targets) {
          BenchRows.create(target);
        }
      }
      measure(
          "nextval",
          "taking values of a sequence",
          target -> target.nextValue(BenchRows.SEQUENCE),
          (statement, random) -> query(statement));
    }
    if (load.measures(What.INSERT)) {
      measure("insert", "inserting single rows", target -> BenchRows.INSERT, this::insert);
    }
  }

  /** The text that is prepared for a database. */
  private interface Text {
    String of(JdbcTarget target);
  }

  /** Runs a statement once. */
  private interface Step {
    void run(PreparedStatement statement, SplittableRandom random) throws SQLException;
  }

  private void measure(String what, String phase, Text text, Step step)
      throws InterruptedException {
    for (int connections : load.connectionCounts()) {
      for (JdbcTarget target : targets) {
        log.phase(phase + ": " + target.label() + ", connections: " + connections);
        Lanes lanes = new Lanes(target, text.of(target), step, connections);
        lanes.perSecond(load.duration().dividedBy(2)); // to warm up
        log.add(
            target.figure(what + ".connections" + connections + ".per_second"),
            lanes.perSecond(load.duration()),
            MeasurementLog.PER_SECOND);
      }
    }
  }

  private void select(PreparedStatement statement, SplittableRandom random) throws SQLException {
    statement.setLong(1, random.nextLong(BenchRows.ROW_COUNT) + 1);
    query(statement);
  }

  private static void query(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.executeQuery()) {
      if (!row.next() || row.getObject(1) == null) {
        throw new IllegalStateException("there is no row");
      }
    }
  }

  private void insert(PreparedStatement statement, SplittableRandom random) throws SQLException {
    BatchRuns.set(statement, nextId.incrementAndGet());
    statement.executeUpdate();
  }

  /** Connections that do the same, each on a thread of its own. */
  private record Lanes(JdbcTarget target, String sql, Step step, int count) {
    double perSecond(Duration time) throws InterruptedException {
      try (ExecutorService threads = Executors.newFixedThreadPool(count)) {
        long startNanos = System.nanoTime();
        List<Future<Long>> lanes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
          long seed = i;
          lanes.add(threads.submit(() -> run(seed, startNanos + time.toNanos())));
        }
        long steps = 0;
        for (Future<Long> lane : lanes) {
          steps += lane.get();
        }
        return Figures.perSecond(steps, System.nanoTime() - startNanos);
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
