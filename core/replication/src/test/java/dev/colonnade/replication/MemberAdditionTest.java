package dev.colonnade.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.testing.OwnThread;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.ratis.proto.RaftProtos.AppendEntriesRequestProto;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.util.CodeInjectionForTesting;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Tests of a new member that ends when the leader has appended the configuration with it. Then the
 * leader needs its vote, and the member does not know the configuration.
 */
@Tag("integration")
@ResourceLock("CodeInjectionForTesting")
@Timeout(300)
class MemberAdditionTest {
  private static final String APPEND_ENTRIES = "RaftServerImpl.appendEntries";
  private static final int RETAINED = 100_000;

  /** Names that no cluster of another test has: the messages of all of them pass the injection. */
  private static final String FIRST = "first";

  private static final String ADDED = "added";

  @TempDir private Path folder;

  @Test
  void shouldFindALeaderIfTheMemberHasNotReceivedTheConfiguration() throws Exception {
    endsDuringTheAddition(configuration -> true);
  }

  @Test
  void shouldFindALeaderIfTheMemberHasReceivedTheTransitionalConfigurationOnly() throws Exception {
    endsDuringTheAddition(configuration -> configuration.getOldPeersCount() == 0);
  }

  @Test
  void shouldNotLetTheMemberVoteIfItHasLostItsStore() throws Exception {
    try (TestCluster cluster = new TestCluster(folder, TestCluster.timing(RETAINED), FIRST)) {
      TestCluster.Node first = stopDuringTheAddition(cluster, configuration -> true);
      Files.move(folder.resolve(ADDED), folder.resolve("lost"));
      cluster.startAgainJoining(ADDED);
      awaitNoLeader(first);
    }
  }

  private void endsDuringTheAddition(Predicate<RaftConfigurationProto> missed) throws Exception {
    try (TestCluster cluster = new TestCluster(folder, TestCluster.timing(RETAINED), FIRST)) {
      TestCluster.Node first = stopDuringTheAddition(cluster, missed);
      TestCluster.Node second = cluster.startAgainJoining(ADDED);
      TestCluster.Node leader = cluster.node(cluster.leader());
      leader.run("insert into t values (3)");
      cluster.awaitFollowers();
      assertThat(first.number("select count(*) from t")).isEqualTo(3);
      assertThat(second.number("select count(*) from t")).isEqualTo(3);
      assertThat(leader.member().status().members()).hasSize(2);
    }
  }

  /**
   * Stops the new member before it has received configurations with it that fit {@code missed}, and
   * waits until the first member, which is returned, has lost its leadership.
   */
  private static TestCluster.Node stopDuringTheAddition(
      TestCluster cluster, Predicate<RaftConfigurationProto> missed) throws Exception {
    cluster.leader();
    TestCluster.Node first = cluster.node(FIRST);
    first.run("create table t (id int primary key)", "insert into t values (1), (2)");
    cluster.startJoining(ADDED);
    AtomicInteger refusals = refuse(missed);
    try {
      CompletableFuture<Void> addition = add(cluster);
      TestCluster.awaitTrue("the configuration", () -> refusals.get() > 0);
      cluster.stop(ADDED);
      awaitNoLeader(first);
      addition.get(60, TimeUnit.SECONDS);
    } finally {
      CodeInjectionForTesting.remove(APPEND_ENTRIES);
    }
    return first;
  }

  /** Refuses messages with such a configuration at the new member; returns their number. */
  private static AtomicInteger refuse(Predicate<RaftConfigurationProto> missed) {
    AtomicInteger refusals = new AtomicInteger();
    CodeInjectionForTesting.put(
        APPEND_ENTRIES,
        (member, leader, parts) -> {
          AppendEntriesRequestProto request = (AppendEntriesRequestProto) parts[1];
          if (String.valueOf(member).equals(ADDED)
              && request.getEntriesList().stream()
                  .filter(LogEntryProto::hasConfigurationEntry)
                  .map(LogEntryProto::getConfigurationEntry)
                  .anyMatch(each -> each.getPeersCount() == 2 && missed.test(each))) {
            refusals.incrementAndGet();
            throw new IllegalStateException("refused by the test");
          }
          return true;
        });
    return refusals;
  }

  private static CompletableFuture<Void> add(TestCluster cluster) {
    return CompletableFuture.runAsync(
        () -> {
          try {
            cluster.node(FIRST).member().add(cluster.peer(ADDED));
          } catch (ColonnadeException e) {
            assertThat(e).hasMessageContaining("cluster did not carry out the request");
          }
        },
        OwnThread.EXECUTOR);
  }

  /** Waits until a member has known no leader for several times the election time-out. */
  private static void awaitNoLeader(TestCluster.Node node) {
    long[] since = {System.nanoTime()};
    TestCluster.awaitTrue(
        "the loss of leadership",
        () -> {
          if (node.member().status().leader() != null) {
            since[0] = System.nanoTime();
          }
          return System.nanoTime() - since[0] > TimeUnit.SECONDS.toNanos(5);
        });
  }
}
