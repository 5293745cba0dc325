package dev.colonnade.replication;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Database;
import dev.colonnade.storage.cluster.ClusterConfig;
import dev.colonnade.storage.cluster.ClusterStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Orderly end of members. */
@Timeout(180)
final class HandOverTest {
  /** Longer than it takes to hand leadership over, on a busy machine too. */
  private static final Duration ELECTION_MIN = Duration.ofSeconds(14);

  private static final ClusterConfig.Timing SLOW =
      new ClusterConfig.Timing(
          ELECTION_MIN, ELECTION_MIN.plusSeconds(2), 1_000, Duration.ofHours(1));

  @TempDir private Path folder;

  @Test
  void shouldHandLeadershipOverBeforeTheLeaderEnds() {
    try (TestCluster cluster = new TestCluster(folder, SLOW, "a", "b", "c")) {
      String first = cluster.leader();
      cluster.node(first).run("create table t (id int primary key)", "insert into t values (1)");
      cluster.awaitFollowers();
      cluster.stop(first);
      long start = System.nanoTime();
      String second = cluster.leader();
      assertThat(second).isNotEqualTo(first);
      cluster.node(second).run("insert into t values (2)");
      assertThat(System.nanoTime() - start)
          .as("without an election time-out")
          .isLessThan(ELECTION_MIN.toNanos() / 2);
      assertThat(cluster.node(second).run("select count(*) from t"))
          .isEqualTo(List.of(List.of(2L)));
    }
  }

  @Test
  void shouldNotReportThatItLeadsWhileItHandsLeadershipOver() throws Exception {
    try (TestCluster cluster = new TestCluster(folder, SLOW, "a", "b", "c")) {
      String first = cluster.leader();
      TestCluster.Node old = cluster.node(first);
      old.run("create table t (id int primary key)");
      cluster.awaitFollowers();
      Database database = requireNonNull(old.database(), "no database");
      Thread stop = Thread.startVirtualThread(() -> cluster.stop(first));
      int samples = 0;
      while (stop.isAlive()) {
        boolean refuses = !database.acceptsWrites();
        ClusterStatus.Role role = old.member().status().role();
        if (refuses) {
          samples++;
          assertThat(role).isNotEqualTo(ClusterStatus.Role.LEADER);
        }
      }
      assertThat(samples).isPositive();
    }
  }
}
