package dev.colonnade.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of members that are started with addresses of a cluster that they are not part of. */
@Tag("integration")
@Timeout(180)
class MixedClustersTest {
  @TempDir private Path folder;

  private TestCluster cluster() {
    TestCluster cluster = new TestCluster(folder, TestCluster.timing(100_000), "a", "b", "c");
    cluster
        .node(cluster.leader())
        .run("create table t (id int primary key)", "insert into t values (1)");
    cluster.awaitFollowers();
    return cluster;
  }

  private static void assertRefused(ErrorCode code, String message, Runnable action) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(message);
  }

  private static void assertServes(TestCluster cluster) {
    TestCluster.Node leader = cluster.node(cluster.leader());
    leader.run("insert into t select max(id) + 1 from t");
    assertThat(leader.member().status().members()).hasSize(3);
  }

  @Test
  void shouldRefuseAMemberOfAnotherCluster() {
    try (TestCluster cluster = cluster()) {
      assertRefused(
          ErrorCode.INVALID_CONFIGURATION,
          "belongs to another cluster than this one",
          () -> cluster.startOfAnotherCluster("x", false, "a", "b", "c"));
      assertRefused(
          ErrorCode.INVALID_CONFIGURATION,
          "belongs to another cluster than this one",
          () -> cluster.startOfAnotherCluster("y", true, "a"));
      assertServes(cluster);
    }
  }

  @Test
  void shouldNotAddAMemberOfAnotherCluster() {
    try (TestCluster cluster = cluster()) {
      String name = cluster.leader();
      cluster.startOfAnotherCluster("x", false);
      TestCluster.awaitTrue("the other leader", () -> cluster.node("x").isLeader());
      cluster.node("x").run("create table other (id int)");
      TestCluster.Node leader = cluster.node(name);
      assertRefused(
          ErrorCode.INVALID_ARGUMENT,
          "it belongs to another cluster",
          () -> leader.member().add(cluster.peer("x")));
      cluster.stop("x");
      assertServes(cluster);
    }
  }

  @Test
  void shouldRefuseAMemberThatTheClusterRunsWithout() {
    try (TestCluster cluster = cluster()) {
      assertRefused(
          ErrorCode.INVALID_CONFIGURATION,
          "start it with --join, and add it",
          () -> cluster.startUnknown("d"));
      assertServes(cluster);
    }
  }
}
