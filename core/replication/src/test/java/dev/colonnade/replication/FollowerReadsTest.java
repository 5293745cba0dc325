package dev.colonnade.replication;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.storage.cluster.ClusterConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of reads on followers with a bound of their age. */
@Tag("integration")
@Timeout(300)
class FollowerReadsTest {
  @TempDir private Path folder;

  private static long number(SqlSession session, String query) {
    return ((Number) session.execute(query).toList().getFirst().getFirst()).longValue();
  }

  @Test
  void shouldReadWhatWasCommittedBeforeALinearizableRead() {
    try (TestCluster cluster = cluster()) {
      TestCluster.Node leader = cluster.node(cluster.leader());
      leader.run("create table r (id int primary key, v int)", "insert into r values (1, 0)");
      cluster.awaitFollowers();
      TestCluster.Node follower = cluster.node(cluster.follower());
      try (Session session = follower.database().session("test")) {
        session.freshness().requestMillisMax(0);
        SqlSession sql = session.sql();
        sql.execute("set follower_read_staleness = 0").toList();
        for (int round = 1; round <= 100; round++) {
          leader.run("update r set v = " + round + " where id = 1");
          if (round % 4 == 0) {
            long latest = leader.database().storage().versions().published().get();
            session.freshness().requireForRequest();
            assertThat(session.latestTimestamp()).isGreaterThanOrEqualTo(latest);
          } else if (round % 4 == 1) {
            sql.execute("begin isolation level repeatable read").toList();
            sql.execute("savepoint s").toList();
            assertThat(number(sql, "select v from r")).isEqualTo(round);
            sql.execute("commit").toList();
          } else {
            assertThat(number(sql, "select v from r where id = 1")).isEqualTo(round);
          }
        }
      }
    }
  }

  /** Entries without changes, which renew the lease, follow after 0.9 s, and heartbeats later. */
  @Test
  void shouldReadAtOnceWhatWasCommittedInAnIdleCluster() {
    ClusterConfig.Timing seldom =
        new ClusterConfig.Timing(
            Duration.ofMillis(3_000), Duration.ofMillis(3_500), 100_000, Duration.ofHours(1));
    try (TestCluster cluster = new TestCluster(folder, seldom, "a", "b", "c")) {
      TestCluster.Node leader = cluster.node(cluster.leader());
      leader.run("create table r (id int primary key, v int)", "insert into r values (1, 0)");
      cluster.awaitFollowers();
      TestCluster.Node follower = cluster.node(cluster.follower());
      long shortestNanos = Long.MAX_VALUE;
      try (Session session = follower.database().session("test")) {
        SqlSession sql = session.sql();
        sql.execute("set follower_read_staleness = 0").toList();
        for (int round = 1; round <= 8; round++) {
          leader.run("update r set v = " + round + " where id = 1");
          long start = System.nanoTime();
          assertThat(number(sql, "select v from r where id = 1")).isEqualTo(round);
          shortestNanos = Math.min(shortestNanos, System.nanoTime() - start);
        }
      }
      assertThat(shortestNanos).isLessThan(450_000_000L);
    }
  }

  @Test
  void shouldServeBoundedReadsWhileTheLeaderChanges() throws Exception {
    try (TestCluster cluster = cluster()) {
      String leader = cluster.leader();
      cluster.node(leader).run("create table r (id int primary key)", "insert into r values (1)");
      cluster.awaitFollowers();
      Map<String, Reader> readers = new HashMap<>();
      for (String name : List.of("a", "b", "c")) {
        if (!name.equals(leader)) {
          readers.put(name, new Reader(cluster.node(name).database().session("test")));
        }
      }
      for (Reader reader : readers.values()) {
        TestCluster.awaitTrue("reads", () -> reader.count.get() > 10 || reader.failure != null);
      }
      readers.values().forEach(each -> each.longestNanos = 0);
      long start = System.nanoTime();
      cluster.stop(leader);
      requireNonNull(readers.remove(cluster.leader())).end();
      long nanosWithoutLeader = System.nanoTime() - start;
      Reader remaining = readers.values().iterator().next();
      int before = remaining.count.get();
      TestCluster.awaitTrue("reads", () -> remaining.count.get() > before + 10);
      remaining.end();
      assertThat(remaining.failure).isNull();
      assertThat(remaining.longestNanos).as("no wait for a leader").isLessThan(nanosWithoutLeader);
    }
  }

  /** Thread that reads with a bound of 20 seconds until it is stopped. */
  private static final class Reader {
    final AtomicInteger count = new AtomicInteger();
    final AtomicBoolean isStopped = new AtomicBoolean();
    volatile @Nullable Throwable failure;
    volatile long longestNanos;
    private final Session session;
    private final Thread thread;

    Reader(Session session) {
      this.session = session;
      thread = Thread.ofPlatform().start(this::read);
    }

    private void read() {
      try {
        session.sql().execute("set follower_read_staleness = '20s'").toList();
        while (!isStopped.get()) {
          long start = System.nanoTime();
          assertThat(number(session.sql(), "select count(*) from r")).isEqualTo(1);
          longestNanos = Math.max(longestNanos, System.nanoTime() - start);
          count.incrementAndGet();
        }
      } catch (RuntimeException | AssertionError e) {
        failure = e;
      }
    }

    void end() throws InterruptedException {
      isStopped.set(true);
      thread.join();
    }
  }

  @Test
  void shouldRefuseReadsThatNoLeaderConfirms() {
    try (TestCluster cluster = cluster()) {
      String leader = cluster.leader();
      cluster.node(leader).run("create table r (id int primary key)", "insert into r values (1)");
      cluster.awaitFollowers();
      String name = cluster.follower();
      TestCluster.Node follower = cluster.node(name);
      // The leader last, so that the follower does not become the leader meanwhile.
      List<String> others =
          List.of("a", "b", "c").stream().filter(each -> !each.equals(name)).toList();
      others.stream().filter(each -> !each.equals(leader)).forEach(cluster::stop);
      cluster.stop(leader);
      TestCluster.awaitTrue("reads without a leader", follower::isReplica);
      assertThat(follower.number("select count(*) from r")).isEqualTo(1);
      for (String bound : List.of("0", "100")) {
        assertThatThrownBy(
                () ->
                    follower.run(
                        "set follower_read_staleness = " + bound, "select count(*) from r"))
            .isInstanceOfSatisfying(
                ColonnadeException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.SERIALIZATION_FAILURE))
            .hasMessageContaining("at most " + bound + " ms old");
      }
    }
  }

  @Test
  void shouldNameTheLeaderToWriters() {
    try (TestCluster cluster = cluster()) {
      String leader = cluster.leader();
      cluster.node(leader).run("create table r (id int primary key)");
      cluster.awaitFollowers();
      TestCluster.Node follower = cluster.node(cluster.follower());
      assertThatThrownBy(() -> follower.run("insert into r values (1)"))
          .isInstanceOfSatisfying(
              ColonnadeException.class,
              e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.READ_ONLY_TRANSACTION);
                assertThat(e.fields().hint()).contains("leader is " + leader + " at 127.0.0.1");
              });
    }
  }

  private TestCluster cluster() {
    return new TestCluster(folder, TestCluster.timing(100_000), "a", "b", "c");
  }
}
