package dev.colonnade.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.storage.cluster.ClusterConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.ratis.util.CodeInjectionForTesting;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A connection ends after a follower has written an entry and before the leader learns that. */
@Tag("integration")
@ResourceLock("CodeInjectionForTesting")
@Timeout(180)
final class LostAcknowledgementTest {
  /** Point at which a follower has given entries to its log, and has not answered yet. */
  private static final String BEFORE_ANSWER = "RaftServerImpl.appendEntries.logComplete";

  /** Longer than a follower takes to end and to start again: the leader stays the leader. */
  private static final ClusterConfig.Timing SLOW =
      new ClusterConfig.Timing(
          Duration.ofSeconds(6), Duration.ofSeconds(8), 100_000, Duration.ofHours(1));

  private static final Duration TRANSFER_MAX = Duration.ofSeconds(10);
  private static final Duration SYNC_MAX = Duration.ofMillis(500);

  @TempDir private Path folder;

  /**
   * One member is away, and the other follower ends before it acknowledges the first entry of a
   * term. The leader accepts no entry before a member has acknowledged this one.
   */
  @Test
  void shouldServeATermWhoseFirstEntryWasNotAcknowledged() throws Exception {
    try (TestCluster cluster = new TestCluster(folder, SLOW, "lost1", "lost2", "lost3")) {
      String first = cluster.leader();
      cluster.node(first).run("create table t (id int primary key)");
      cluster.awaitFollowers();
      cluster.stop(cluster.follower());
      String next = cluster.follower();
      CountDownLatch ended = new CountDownLatch(1);
      CodeInjectionForTesting.put(
          BEFORE_ANSWER,
          (member, client, parts) -> !String.valueOf(member).equals(first) || await(ended));
      try {
        TestCluster.Node old = cluster.node(first);
        Thread transfer =
            Thread.startVirtualThread(() -> old.member().transferTo(next, TRANSFER_MAX));
        TestCluster.awaitTrue("a file of the next term", () -> segmentCount(first) == 2);
        Thread.sleep(SYNC_MAX);
        cluster.stop(first);
        transfer.join();
      } finally {
        ended.countDown();
        CodeInjectionForTesting.remove(BEFORE_ANSWER);
      }
      cluster.start(first);
      assertThat(cluster.leader()).isEqualTo(next);
      cluster.node(next).run("insert into t values (1)");
      cluster.awaitFollowers();
    }
  }

  private static boolean await(CountDownLatch ended) {
    try {
      return ended.await(TRANSFER_MAX.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Returns the number of files of a member's log: one for each term. */
  private long segmentCount(String name) {
    try (Stream<Path> files = Files.walk(folder.resolve(name).resolve("log"))) {
      return files
          .filter(file -> String.valueOf(file.getFileName()).matches("log_.*[0-9]"))
          .count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
