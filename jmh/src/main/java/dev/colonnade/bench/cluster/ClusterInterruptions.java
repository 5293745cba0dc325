package dev.colonnade.bench.cluster;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.report.Statistics;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Times without writes while the leader changes under load: the longest time between two
 * acknowledged commits of any writer.
 */
final class ClusterInterruptions {
  private static final int COMMITS_BEFORE = 100;
  private static final int POLL_MILLIS = 20;
  private static final long LEADER_NANOS_MAX = 30_000_000_000L;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final String MILLIS = "ms";

  private final LocalCluster cluster;
  private final ClusterLoad load;
  private final ClusterReaders readers;
  private final MeasurementLog log;

  /** Member to which leadership was transferred last, or was to be. */
  private String next = "";

  /** Refusal of the last request to transfer leadership; null if it was not refused. */
  private @Nullable SQLException refusal;

  ClusterInterruptions(
      LocalCluster cluster, ClusterLoad load, ClusterReaders readers, MeasurementLog log) {
    this.cluster = requireNonNull(cluster, "cluster is null");
    this.load = requireNonNull(load, "load is null");
    this.readers = requireNonNull(readers, "readers is null");
    this.log = requireNonNull(log, "log is null");
  }

  /** Action that makes the leader change. */
  private interface Change {
    void run(String leader) throws SQLException, InterruptedException;
  }

  /** Result of one change: times in milliseconds. */
  private record Pauses(double writes, double reads) {}

  /**
   * Transfers leadership to the next member, repeatedly. Requests that are refused, or after which
   * another member leads, are counted apart and repeated, at most as many as there are repetitions.
   */
  void transfer(int repetitions) throws InterruptedException, SQLException {
    log.phase("planned transfers: " + repetitions);
    List<Pauses> pauses = new ArrayList<>();
    int failures = 0;
    while (pauses.size() < repetitions && failures <= repetitions) {
      Pauses measured = measure(this::transferOnce);
      // Not before: connections of a client that waits for the role take processor time.
      if (refusal == null && isLeaderSoon(next)) {
        pauses.add(measured);
      } else {
        failures++;
        log.phase(
            "  not transferred: member=%s reason=%s"
                .formatted(next, refusal == null ? "another one leads" : refusal.getMessage()));
      }
    }
    log.add("cluster.transfer.failed", failures, "transfers");
    if (!pauses.isEmpty()) {
      add("cluster.transfer", pauses.toArray(Pauses[]::new));
    }
  }

  private boolean isLeaderSoon(String name) throws InterruptedException {
    long start = System.nanoTime();
    while (!cluster.isLeader(name)) {
      if (System.nanoTime() - start > LEADER_NANOS_MAX) {
        return false;
      }
      Thread.sleep(POLL_MILLIS);
    }
    return true;
  }

  private void transferOnce(String leader) {
    List<String> names = LocalCluster.THREE;
    next = names.get((names.indexOf(leader) + 1) % names.size());
    refusal = cluster.transfer(leader, next);
  }

  /** Kills the leader and starts it again, repeatedly. */
  void failOver(int repetitions) throws InterruptedException, SQLException, IOException {
    log.phase("kill -9 of the leader: " + repetitions);
    Pauses[] pauses = new Pauses[repetitions];
    for (int i = 0; i < repetitions; i++) {
      String leader = cluster.leader();
      pauses[i] = measure(cluster::kill);
      cluster.start(leader);
      load.awaitCaughtUp(leader);
    }
    add("cluster.failover", pauses);
  }

  private Pauses measure(Change change) throws SQLException, InterruptedException {
    String leader = cluster.leader();
    int enough = load.acknowledgedCount() + COMMITS_BEFORE;
    while (load.acknowledgedCount() < enough) {
      Thread.sleep(1);
    }
    long _ = load.takeLongestPauseNanos();
    readers.reset();
    change.run(leader);
    long _ = load.awaitCommitAfter(System.nanoTime());
    double writes = load.takeLongestPauseNanos() / NANOS_PER_MILLI;
    double reads = 0;
    for (String name : LocalCluster.THREE) {
      if (!name.equals(leader)) {
        reads = Math.max(reads, readers.longestPauseNanos(name) / NANOS_PER_MILLI);
      }
    }
    return new Pauses(writes, reads);
  }

  private void add(String name, Pauses[] pauses) {
    double[] writes = Arrays.stream(pauses).mapToDouble(Pauses::writes).toArray();
    double[] reads = Arrays.stream(pauses).mapToDouble(Pauses::reads).toArray();
    log.phase("  milliseconds without writes: " + Arrays.toString(rounded(writes)));
    log.add(name + ".writes_away.median", Statistics.median(writes), MILLIS);
    log.add(name + ".writes_away.max", Arrays.stream(writes).max().orElse(0), MILLIS);
    log.add(name + ".follower_reads_away.median", Statistics.median(reads), MILLIS);
    log.add(name + ".follower_reads_away.max", Arrays.stream(reads).max().orElse(0), MILLIS);
  }

  private static long[] rounded(double[] values) {
    return Arrays.stream(values).mapToLong(Math::round).toArray();
  }
}
