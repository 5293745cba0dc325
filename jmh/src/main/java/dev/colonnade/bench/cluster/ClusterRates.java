package dev.colonnade.bench.cluster;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.jdbc.JdbcTarget;
import dev.colonnade.bench.local.LocalServer;
import dev.colonnade.bench.local.LocalServerOptions;
import dev.colonnade.bench.oltp.OltpLoops;
import dev.colonnade.bench.oltp.OltpScript;
import dev.colonnade.bench.oltp.OltpTables;
import dev.colonnade.bench.report.Statistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Rates of short transactions of a cluster of three processes beside one process, in turns. */
final class ClusterRates {
  private static final int SCALE = 10;
  private static final int TURNS = 3;

  private final Duration warmUp;
  private final Duration duration;
  private final List<Integer> connections;
  private final MeasurementLog log;

  /**
   * Creates a measurement.
   *
   * @param warmUp time in which each database executes the transactions before any is measured: on
   *     a busy machine, three processes compile for a minute what one process compiles in seconds
   */
  ClusterRates(Duration warmUp, Duration duration, List<Integer> connections, MeasurementLog log) {
    this.warmUp = requireNonNull(warmUp, "warmUp is null");
    this.duration = requireNonNull(duration, "duration is null");
    this.connections = List.copyOf(connections);
    this.log = requireNonNull(log, "log is null");
  }

  /** Measurement of one database. */
  private interface Rate {
    double measure(JdbcTarget target) throws SQLException, InterruptedException;
  }

  void measure(Path folder) throws IOException, InterruptedException, SQLException {
    Path single = Files.createDirectories(folder.resolve("single"));
    try (LocalServer one = LocalServer.start(single, LocalServerOptions.DEFAULTS);
        LocalCluster three = LocalCluster.start(folder.resolve("cluster"), LocalCluster.THREE)) {
      JdbcTarget alone = JdbcTarget.own(one.address().protocol());
      JdbcTarget leader = JdbcTarget.own(three.server(three.leader()).address().protocol());
      for (JdbcTarget target : List.of(alone, leader)) {
        prepare(target);
        warmUp(target);
      }
      for (OltpScript script : List.of(OltpScript.INSERT, OltpScript.TPCB)) {
        for (int count : connections) {
          compare(
              script + ".connections" + count,
              alone,
              leader,
              target -> new OltpLoops(target, script, SCALE, count).run(duration).perSecond());
        }
      }
      compare("nextval.connections1", alone, leader, this::nextValues);
    }
  }

  private void prepare(JdbcTarget target) throws SQLException {
    OltpTables.create(target, SCALE);
    try (Connection connection = target.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create sequence cluster_bench_sequence");
    }
  }

  private void warmUp(JdbcTarget target) throws SQLException, InterruptedException {
    log.phase("warm-up seconds=" + warmUp.toSeconds());
    int count = connections.stream().mapToInt(Integer::intValue).max().orElse(1);
    Duration half = warmUp.dividedBy(2);
    new OltpLoops(target, OltpScript.INSERT, SCALE, count).run(half);
    new OltpLoops(target, OltpScript.TPCB, SCALE, count).run(half);
    double _ = nextValues(target, warmUp.dividedBy(10));
  }

  private double nextValues(JdbcTarget target) throws SQLException {
    return nextValues(target, duration);
  }

  private static double nextValues(JdbcTarget target, Duration duration) throws SQLException {
    try (Connection connection = target.connect();
        PreparedStatement next =
            connection.prepareStatement("select nextval('cluster_bench_sequence')")) {
      long start = System.nanoTime();
      long count = 0;
      while (System.nanoTime() - start < duration.toNanos()) {
        try (ResultSet row = next.executeQuery()) {
          row.next();
          count++;
        }
      }
      return Statistics.perSecond(count, System.nanoTime() - start);
    }
  }

  private void compare(String name, JdbcTarget alone, JdbcTarget leader, Rate rate)
      throws SQLException, InterruptedException {
    log.phase(name);
    List<Double> ofOne = new ArrayList<>();
    List<Double> ofThree = new ArrayList<>();
    double _ = rate.measure(alone); // warm-up
    double _ = rate.measure(leader);
    for (int turn = 0; turn < TURNS; turn++) {
      ofOne.add(rate.measure(alone));
      ofThree.add(rate.measure(leader));
    }
    double one = median(ofOne);
    double three = median(ofThree);
    log.add("cluster." + name + ".one_process.per_second", one, MeasurementLog.PER_SECOND);
    log.add("cluster." + name + ".three_processes.per_second", three, MeasurementLog.PER_SECOND);
    log.add("cluster." + name + ".ratio", three / one, MeasurementLog.RATIO);
  }

  private static double median(List<Double> values) {
    return Statistics.median(values.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
