package dev.colonnade.bench.cluster;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Steps of tests with faults of a cluster under load. */
final class ClusterActions {
  private static final int RETRY_MILLIS = 20;

  private ClusterActions() {}

  /** Waits for a number of commits from now on. */
  static void awaitCommits(ClusterLoad load, int count) throws InterruptedException {
    int enough = load.acknowledgedCount() + count;
    while (load.acknowledgedCount() < enough) {
      load.awaitCommitAfter(System.nanoTime());
    }
  }

  /** Returns a member that is not the leader. */
  static String follower(List<String> names, String leader) {
    return names.stream().filter(name -> !name.equals(leader)).findAny().orElseThrow();
  }

  /** Calls a function of the cluster on its leader. */
  static void administer(LocalCluster cluster, String function)
      throws SQLException, InterruptedException {
    try (Connection connection = cluster.connect(cluster.leader());
        Statement statement = connection.createStatement()) {
      statement.execute("select " + function);
    }
  }

  /** Adds a member; an attempt whose outcome is lost with the leader is repeated. */
  static void addRepeatedly(LocalCluster cluster, String address) {
    repeat(cluster, "cluster_add('" + address + "')", "has this member");
  }

  /** Removes a member; an attempt whose outcome is lost with the leader is repeated. */
  static void removeRepeatedly(LocalCluster cluster, String name) {
    repeat(cluster, "cluster_remove('" + name + "')", "no such member");
  }

  private static void repeat(LocalCluster cluster, String function, String done) {
    long start = System.nanoTime();
    @Nullable Exception last = null;
    while (System.nanoTime() - start < LocalCluster.WAIT_NANOS_MAX) {
      try {
        administer(cluster, function);
        return;
      } catch (SQLException | NullPointerException e) { // a member has just been killed
        if (String.valueOf(e.getMessage()).contains(done)) {
          return;
        }
        last = e;
        pause();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
    throw new IllegalStateException(function + " does not succeed", requireNonNull(last));
  }

  private static void pause() {
    try {
      Thread.sleep(RETRY_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Begins a transfer of leadership, which may be refused because of a fault meanwhile. */
  static Thread startTransfer(String leader, String next, LocalCluster cluster) {
    return Thread.ofPlatform()
        .daemon()
        .name("transfer")
        .start(
            () -> {
              try {
                SQLException _ = cluster.transfer(leader, next);
              } catch (NullPointerException e) {
                return; // the member has been killed before the request
              }
            });
  }

  /** Deletes the store of a member. */
  static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
