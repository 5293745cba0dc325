package dev.colonnade.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.storage.cluster.ClusterConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.apache.ratis.util.CodeInjectionForTesting;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Test of linearizable reads on a follower whose leader has been replaced without its knowledge.
 *
 * <p>The old leader and the follower are on one side of a partition, three members on the other.
 * The old leader gives its leadership up only after the maximum election time-out, which is long
 * here, and until then receives read requests of the follower.
 */
@Tag("integration")
@Isolated("loses messages of all clusters of the process")
@Timeout(300)
class PartitionedReadsTest {
  private static final List<String> MESSAGES =
      List.of("RaftServerImpl.appendEntries", "RaftServerImpl.requestVote");
  private static final ClusterConfig.Timing TIMING =
      new ClusterConfig.Timing(
          Duration.ofMillis(700), Duration.ofMillis(6_000), 100_000, Duration.ofHours(1));

  /** Longer than an acknowledgement takes, and shorter than the election time-out. */
  private static final long QUIET_NANOS = 100_000_000;

  private static final String COUNT = "select count(*) from r";

  @TempDir private Path folder;

  @AfterEach
  void heal() {
    MESSAGES.forEach(CodeInjectionForTesting::remove);
  }

  @Test
  void shouldNotReadFromALeaderThatHasBeenReplaced() {
    try (TestCluster cluster = new TestCluster(folder, TIMING, "a", "b", "c", "d", "e")) {
      String old = cluster.leader();
      cluster.node(old).run("create table r (id int primary key)", "insert into r values (1)");
      cluster.awaitFollowers();
      String name = cluster.follower();
      TestCluster.Node follower = cluster.node(name);
      Set<String> side = Set.of(old, name);
      cutAtConfirmedIndex(side, cluster.node(old), follower);
      String next =
          TestCluster.await(
              "a leader on the other side",
              () ->
                  List.of("a", "b", "c", "d", "e").stream()
                      .filter(each -> !side.contains(each) && cluster.node(each).isLeader())
                      .findFirst()
                      .orElse(null));
      cluster.node(next).run("insert into r values (2)");
      assertThat(follower.member().status().leader()).isIn(old, null);
      assertThat(read(follower)).as("rows, or a refusal").isIn("[[2]]", "refused");
      heal();
      TestCluster.awaitTrue("reads after the partition", () -> read(follower).equals("[[2]]"));
    }
  }

  /**
   * Cuts at a moment when no entry is on its way: the commit index of the leader, which renews its
   * lease by an entry every few hundred milliseconds, stays as it is.
   */
  private void cutAtConfirmedIndex(
      Set<String> side, TestCluster.Node leader, TestCluster.Node follower) {
    TestCluster.awaitTrue(
        "a partition without entries on their way",
        () -> {
          heal();
          assertThat(read(follower)).isEqualTo("[[1]]");
          long index = leader.member().status().log().committed();
          cut(side);
          long start = System.nanoTime();
          while (System.nanoTime() - start < QUIET_NANOS) {
            LockSupport.parkNanos(1_000_000);
          }
          return leader.member().status().log().committed() == index;
        });
  }

  private static String read(TestCluster.Node follower) {
    try {
      return follower.run("set follower_read_staleness = 0", COUNT).toString();
    } catch (ColonnadeException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.SERIALIZATION_FAILURE);
      return "refused";
    }
  }

  /** Loses all messages of the log between members of {@code side} and the others. */
  private static void cut(Set<String> side) {
    Function<Object, Boolean> isIn = member -> side.contains(String.valueOf(member));
    for (String message : MESSAGES) {
      CodeInjectionForTesting.put(
          message,
          (receiver, sender, parts) -> {
            if (!isIn.apply(receiver).equals(isIn.apply(sender))) {
              throw new IllegalStateException("lost by the test");
            }
            return true;
          });
    }
  }
}
