package dev.colonnade.bench.cluster;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.report.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Demo of a cluster: three processes under load, of which the leader is killed; nothing that was
 * acknowledged is lost.
 */
public final class ClusterDemo {
  private static final List<String> NAMES = List.of("a", "b", "c");
  private static final int WRITERS = 2;
  private static final int WARM_UP_COMMITS = 200;

  private final Console console;
  private final Path folder;
  private final int rounds;

  /**
   * Creates a demo.
   *
   * @param rounds number of times that the leader is killed
   */
  public ClusterDemo(Console console, Path folder, int rounds) {
    this.console = requireNonNull(console, "console is null");
    this.folder = requireNonNull(folder, "folder is null");
    this.rounds = rounds;
  }

  /** Runs the demo; returns whether nothing was lost. */
  public boolean run() throws IOException, InterruptedException, SQLException {
    console.heading("Three processes, one log");
    try (LocalCluster cluster = LocalCluster.start(folder, NAMES);
        ClusterLoad load = ClusterLoad.start(cluster, WRITERS)) {
      String leader = cluster.leader();
      for (String name : NAMES) {
        console.line(
            "  %s  %s, process %d%s"
                .formatted(
                    name,
                    cluster.server(name).address().protocol(),
                    cluster.server(name).processId(),
                    name.equals(leader) ? ", leader" : ""));
      }
      for (int round = 0; round < rounds; round++) {
        killLeader(cluster, load);
      }
      return conclude(load);
    }
  }

  private void killLeader(LocalCluster cluster, ClusterLoad load)
      throws IOException, InterruptedException, SQLException {
    String leader = cluster.leader();
    console.heading("kill -9 of the leader under load");
    int before = load.acknowledgedCount() + WARM_UP_COMMITS;
    while (load.acknowledgedCount() < before) {
      Thread.sleep(1);
    }
    cluster.kill(leader);
    long away = load.awaitCommitAfter(System.nanoTime());
    console.line(
        "  %s was killed after %,d commits; %s leads; writes were away for %.1f s"
            .formatted(
                leader,
                load.acknowledgedCount(),
                cluster.leader(),
                away / (double) TimeUnit.SECONDS.toNanos(1)));
    long start = System.nanoTime();
    cluster.start(leader);
    load.awaitCaughtUp(leader);
    console.line(
        "  %s is back and has caught up after %.1f s"
            .formatted(leader, (System.nanoTime() - start) / (double) TimeUnit.SECONDS.toNanos(1)));
  }

  private boolean conclude(ClusterLoad load) throws InterruptedException, SQLException {
    load.stop();
    console.heading("Checks on every member");
    boolean isCorrect = true;
    for (String name : NAMES) {
      load.awaitCaughtUp(name);
      List<String> problems = load.check(name);
      isCorrect &= problems.isEmpty();
      console.line(
          problems.isEmpty()
              ? "  " + console.good("✓ " + name) + "  all acknowledged rows, no refused one"
              : "  " + console.bad("✗ " + name) + "  " + problems);
    }
    console.line(
        "  %,d transactions acknowledged, %,d with an unknown outcome"
            .formatted(load.acknowledgedCount(), load.unknownCount()));
    return isCorrect;
  }
}
