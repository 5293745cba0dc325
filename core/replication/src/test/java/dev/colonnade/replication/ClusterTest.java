package dev.colonnade.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.storage.cluster.ClusterStatus;
import dev.colonnade.storage.config.StorageConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.ratis.util.CodeInjectionForTesting;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tests of three members in one process: commits, failover, late members. */
@Tag("integration")
@ResourceLock("CodeInjectionForTesting")
@Timeout(300)
class ClusterTest {
  private static final int RETAINED = 100_000;

  /** Name of a file of the log, with the index of its first entry. */
  private static final Pattern SEGMENT =
      Pattern.compile("log_(?:inprogress_)?([0-9]+)(?:-[0-9]+)?");

  @TempDir private Path folder;

  private TestCluster cluster(int retainedEntries) {
    return new TestCluster(folder, TestCluster.timing(retainedEntries), "a", "b", "c");
  }

  /** Returns a cluster whose messages {@link #isOfFaultyCluster} finds among those of all tests. */
  private TestCluster faultyCluster() {
    return new TestCluster(folder, TestCluster.timing(RETAINED), "faulty1", "faulty2", "faulty3");
  }

  private static boolean isOfFaultyCluster(Object member) {
    return String.valueOf(member).startsWith("faulty");
  }

  private static void assertRefused(ErrorCode code, Runnable action) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void shouldReplicateCommitsDefinitionsAndBulkLoads() {
    try (TestCluster cluster = cluster(RETAINED)) {
      TestCluster.Node leader = cluster.node(cluster.leader());
      leader.run(
          "create table t (id serial primary key, v text)",
          "insert into t (v) select 'v' || n from generate_series(1, 40000) n",
          "create index t_v on t (v)",
          "update t set v = 'x' where id = 7",
          "delete from t where id = 8");
      cluster.awaitFollowers();
      for (String name : List.of("a", "b", "c")) {
        TestCluster.Node node = cluster.node(name);
        assertThat(node.failure).isNull();
        assertThat(node.run("select count(*), max(id) from t"))
            .isEqualTo(leader.run("select count(*), max(id) from t"));
        assertThat(node.run("select id from t where v = 'x'")).isEqualTo(List.of(List.of(7)));
        assertThat(node.run("select id from t where v = 'v33333'"))
            .isEqualTo(List.of(List.of(33333)));
      }
      TestCluster.Node follower = cluster.node(cluster.follower());
      assertRefused(
          ErrorCode.READ_ONLY_TRANSACTION, () -> follower.run("insert into t (v) values ('z')"));
      ClusterStatus status = follower.member().status();
      assertThat(status.role()).isEqualTo(ClusterStatus.Role.FOLLOWER);
      assertThat(status.leader()).isEqualTo(cluster.leader());
      assertThat(status.members()).hasSize(3);
    }
  }

  @Test
  void shouldLoseNothingWhenLeadersStop() {
    try (TestCluster cluster = cluster(RETAINED)) {
      cluster.node(cluster.leader()).run("create table t (id serial primary key, v int)");
      long values = 0;
      long lastTimestamp = 0;
      for (int round = 0; round < 3; round++) {
        String name = cluster.leader();
        TestCluster.Node leader = cluster.node(name);
        leader.run("insert into t (v) values (" + round + ")");
        values++;
        long timestamp = leader.database().storage().versions().published().get();
        assertThat(timestamp).isGreaterThan(lastTimestamp);
        lastTimestamp = timestamp;
        cluster.stop(name);
        TestCluster.Node next = cluster.node(cluster.leader());
        assertThat(next.number("select count(*) from t")).isEqualTo(values);
        assertThat(next.number("select count(distinct id) from t")).isEqualTo(values);
        next.run("insert into t (v) values (-1)");
        values++;
        cluster.start(name);
        cluster.awaitFollowers();
        assertThat(cluster.node(name).number("select count(*) from t")).isEqualTo(values);
      }
    }
  }

  @Test
  void shouldKeepEverythingWhenAllMembersRestart() {
    try (TestCluster cluster = cluster(RETAINED)) {
      TestCluster.Node leader = cluster.node(cluster.leader());
      leader.run("create table t (id serial primary key, v int)", "insert into t (v) values (1)");
      leader.member().flush();
      leader.run("insert into t (v) values (2), (3)");
      List.of("a", "b", "c").forEach(cluster::stop);
      List.of("a", "b", "c").forEach(cluster::start);
      TestCluster.Node next = cluster.node(cluster.leader());
      assertThat(next.number("select sum(v) from t")).isEqualTo(6);
      next.run("insert into t (v) values (4)");
      assertThat(next.number("select count(distinct id) from t")).isEqualTo(4);
    }
  }

  @Test
  void shouldTransferLeadershipUnderLoad() throws Exception {
    try (TestCluster cluster = cluster(RETAINED)) {
      cluster
          .node(cluster.leader())
          .run(
              "create table t (id int primary key)",
              "create sequence s",
              "create table bank (id int primary key, n int)",
              "insert into bank select n, 100 from generate_series(1, 10) n");
      Load load = new Load(cluster);
      Thread[] writers = {Thread.startVirtualThread(load), Thread.startVirtualThread(load)};
      for (int round = 0; round < 4; round++) {
        int before = load.committed.size();
        TestCluster.awaitTrue("commits", () -> load.committed.size() > before + 20);
        TestCluster.awaitTrue("a transfer", () -> isTransferred(cluster));
      }
      load.isStopped.set(true);
      for (Thread writer : writers) {
        writer.join();
      }
      load.check(cluster.node(cluster.leader()));
      cluster.awaitFollowers();
      load.check(cluster.node(cluster.follower()));
    }
  }

  /** Transfers leadership; returns false if another election has intervened. */
  private static boolean isTransferred(TestCluster cluster) {
    String to = cluster.follower();
    try {
      cluster.node(cluster.leader()).member().transferTo(to, Duration.ofSeconds(10));
    } catch (ColonnadeException e) {
      assertThat(e.code())
          .isIn(
              ErrorCode.READ_ONLY_TRANSACTION, ErrorCode.WRONG_STATE, ErrorCode.DEADLINE_EXCEEDED);
      return false;
    }
    return cluster.leader().equals(to);
  }

  @Test
  void shouldContinueWhenLeadershipIsTransferredToTheLeader() {
    try (TestCluster cluster = cluster(RETAINED)) {
      String name = cluster.leader();
      TestCluster.Node leader = cluster.node(name);
      leader.run("create table t (id int primary key)");
      leader.member().transferTo(name, Duration.ofSeconds(10));
      leader.run("insert into t values (1)");
      assertThat(leader.number("select count(*) from t")).isEqualTo(1);
    }
  }

  @Test
  void shouldNotTransferLeadershipToAMemberThatDoesNotRun() {
    try (TestCluster cluster = cluster(RETAINED)) {
      TestCluster.Node leader = cluster.node(cluster.leader());
      leader.run("create table t (id int primary key)");
      String stopped = cluster.follower();
      cluster.stop(stopped);
      // Longer than the time after which it counts as one that does not respond.
      long since = System.nanoTime();
      TestCluster.awaitTrue("silence", () -> System.nanoTime() - since > 2_000_000_000L);
      long term = leader.member().status().term();
      assertRefused(
          ErrorCode.WRONG_STATE, () -> leader.member().transferTo(stopped, Duration.ofSeconds(10)));
      leader.run("insert into t values (1)");
      assertThat(leader.member().status().term()).isEqualTo(term);
    }
  }

  /** The request may arrive late: then it must not replace a leader that has a lease. */
  @Test
  void shouldServeALaterTermAfterATransferThatFailed() {
    try (TestCluster cluster = faultyCluster()) {
      String name = cluster.leader();
      TestCluster.Node leader = cluster.node(name);
      leader.run("create table t (id int primary key)");
      cluster.awaitFollowers();
      long term = leader.member().status().term();
      String target = cluster.follower();
      String start = "RaftServerImpl.startLeaderElection";
      CodeInjectionForTesting.put(
          start,
          (member, client, parts) -> {
            if (isOfFaultyCluster(member)) {
              throw new IllegalStateException("refused by the test");
            }
            return true;
          });
      try {
        assertRefused(
            ErrorCode.DEADLINE_EXCEEDED,
            () -> leader.member().transferTo(target, Duration.ofSeconds(1)));
      } finally {
        CodeInjectionForTesting.remove(start);
      }
      TestCluster.awaitTrue("the end of leadership", () -> !leader.isLeader());
      TestCluster.Node next = cluster.node(cluster.leader());
      assertThat(next.member().status().term()).isGreaterThan(term);
      next.run("insert into t values (1)");
    }
  }

  @Test
  void shouldPromoteAFollowerWithoutClosingIt() {
    try (TestCluster cluster = cluster(RETAINED)) {
      TestCluster.Node old = cluster.node(cluster.leader());
      old.run(
          "create table t (id serial primary key, v int)",
          "create index t_v on t (v)",
          "insert into t (v) select n from generate_series(1, 100) n",
          "alter table t add column w text default 'd'");
      cluster.awaitFollowers();
      String name = cluster.follower();
      TestCluster.Node next = cluster.node(name);
      Database before = next.database();
      SqlSession reader = before.session("test").sql();
      reader.execute("begin isolation level repeatable read").close();
      assertThat(reader.execute("select count(*) from t").toList()).isEqualTo(rowOf(100L));
      old.run("delete from t where id <= 10");
      old.member().transferTo(name, Duration.ofSeconds(10));
      TestCluster.awaitTrue("the new leader", next::isLeader);
      assertThat(next.database()).isSameAs(before);
      next.run("insert into t (v) values (7), (8)", "update t set v = 0 where v = 50");
      assertThat(reader.execute("select count(*) from t").toList()).isEqualTo(rowOf(100L));
      reader.execute("commit").close();
      assertThat(reader.execute("select count(*) from t").toList()).isEqualTo(rowOf(92L));
      reader.execute("insert into t (v) values (9)").close();
      reader.close();
      assertThat(next.number("select count(distinct id) from t")).isEqualTo(93);
      assertThat(next.number("select count(*) from t where v = 0")).isEqualTo(1);
      next.run("create table u (id int primary key)", "drop index t_v", "insert into u values (1)");
      cluster.awaitFollowers();
      assertThat(cluster.node(cluster.follower()).number("select count(*) from u")).isEqualTo(1);
    }
  }

  @Test
  void shouldServeAgainWhenTheLogHasRefusedAnEntryOfTheLeader() {
    try (TestCluster cluster = faultyCluster()) {
      TestCluster.Node leader = cluster.node(cluster.leader());
      leader.run("create table t (id serial primary key, v int)", "insert into t (v) values (1)");
      AtomicBoolean isRefused = new AtomicBoolean();
      String append = "RaftServerImpl.appendTransaction";
      CodeInjectionForTesting.put(
          append,
          (member, client, parts) -> {
            if (isOfFaultyCluster(member) && !isRefused.getAndSet(true)) {
              throw new IllegalStateException("refused by the test");
            }
            return true;
          });
      try {
        TestCluster.awaitTrue("the refusal", isRefused::get); // of a renewal of the lease
      } finally {
        CodeInjectionForTesting.remove(append);
      }
      TestCluster.awaitTrue("a commit", () -> insertsInto(cluster.node(cluster.leader())));
      cluster.awaitFollowers();
      TestCluster.Node follower = cluster.node(cluster.follower());
      assertThat(follower.number("select count(*) from t where v = 1")).isEqualTo(1);
      assertThat(follower.number("select count(*) from t where v = 2")).isEqualTo(1);
    }
  }

  private static boolean insertsInto(TestCluster.Node node) {
    Database open = node.database;
    if (open == null) {
      return false;
    }
    try (SqlSession session = open.session("test").sql()) {
      session.execute("insert into t (v) values (2)").close();
      return true;
    } catch (ColonnadeException e) {
      return false;
    }
  }

  private static List<List<Object>> rowOf(Object value) {
    return List.of(List.of(value));
  }

  /** Writers of rows with known ids, sequence values and transfers of money. */
  private static final class Load implements Runnable {
    private final TestCluster cluster;
    private final AtomicInteger ids = new AtomicInteger();
    private final Set<Integer> committed = ConcurrentHashMap.newKeySet();
    private final Set<Integer> refused = ConcurrentHashMap.newKeySet();
    private final Set<Long> values = ConcurrentHashMap.newKeySet();
    private final Set<Long> repeated = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean isStopped = new AtomicBoolean();

    Load(TestCluster cluster) {
      this.cluster = cluster;
    }

    @Override
    public void run() {
      while (!isStopped.get()) {
        int id = ids.incrementAndGet();
        try {
          TestCluster.Node leader = cluster.node(cluster.leader());
          write(leader.database().session("test").sql(), id);
          committed.add(id);
        } catch (ColonnadeException e) {
          if (e.code() == ErrorCode.SERIALIZATION_FAILURE
              || e.code() == ErrorCode.READ_ONLY_TRANSACTION) {
            refused.add(id);
          }
        } catch (NullPointerException | IllegalStateException e) {
          // The database was closed in between.
          Thread.onSpinWait();
        }
      }
    }

    private void write(SqlSession session, int id) {
      int from = 1 + id % 10;
      int to = 1 + (id + 3) % 10;
      long value =
          ((Number) session.execute("select nextval('s')").toList().getFirst().getFirst())
              .longValue();
      if (!values.add(value)) {
        repeated.add(value);
      }
      session.execute("begin").close();
      session.execute("update bank set n = n - 1 where id = " + from).close();
      session.execute("update bank set n = n + 1 where id = " + to).close();
      session.execute("insert into t values (" + id + ")").close();
      session.execute("commit").close();
      session.close();
    }

    void check(TestCluster.Node node) {
      List<Integer> rows =
          node.run("select id from t order by id").stream()
              .map(row -> ((Number) row.getFirst()).intValue())
              .toList();
      assertThat(rows).containsAll(committed);
      assertThat(refused).noneMatch(rows::contains);
      assertThat(repeated).isEmpty();
      assertThat(node.number("select sum(n) from bank")).isEqualTo(1000);
    }
  }

  @Test
  void shouldCatchUpALateMemberByACheckpoint() throws IOException {
    try (TestCluster cluster = cluster(0)) {
      cluster.node(cluster.leader()).run("create table t (id serial primary key, v text)");
      cluster.awaitFollowers();
      String late = cluster.follower();
      cluster.stop(late);
      assertThat(firstLogIndex(late)).isZero();
      TestCluster.Node before = cluster.node(cluster.leader());
      before.run("insert into t (v) select repeat('x', 100) from generate_series(1, 5000) n");
      before.run("insert into t (v) values ('last')");
      TestCluster.Node leader = cluster.node(cluster.truncateLog());
      leader.run("insert into t (v) values ('after')");
      TestCluster.Node node = cluster.start(late);
      cluster.awaitFollowers();
      assertThat(node.failure).isNull();
      assertThat(node.number("select count(*) from t")).isEqualTo(5002);
      assertThat(folder.resolve(late).resolve("incoming")).doesNotExist();
      // The log has no file before the first entry that follows the checkpoint.
      leader.run("insert into t (v) values ('more')");
      cluster.awaitFollowers();
      assertThat(node.number("select count(*) from t")).isEqualTo(5003);
      assertThat(firstLogIndex(late)).as("first entry after the checkpoint").isPositive();
    }
  }

  /** Returns the index of the first entry in the files of a member's log. */
  private long firstLogIndex(String name) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve(name).resolve("log"))) {
      return files
          .map(file -> SEGMENT.matcher(String.valueOf(file.getFileName())))
          .filter(Matcher::matches)
          .mapToLong(segment -> Long.parseLong(segment.group(1)))
          .min()
          .orElseThrow();
    }
  }

  @Test
  void shouldAddAndRemoveAMember() {
    try (TestCluster cluster = cluster(0)) {
      TestCluster.Node leader = cluster.node(cluster.leader());
      leader.run("create table t (id int primary key)", "insert into t values (1), (2)");
      leader.member().flush();
      TestCluster.Node added = cluster.startJoining("d");
      leader.member().add(cluster.peer("d"));
      cluster.awaitFollowers();
      assertThat(added.number("select count(*) from t")).isEqualTo(2);
      assertThat(leader.member().status().members()).hasSize(4);
      assertRefused(ErrorCode.DUPLICATE_OBJECT, () -> leader.member().add(cluster.peer("d")));
      assertRefused(ErrorCode.UNKNOWN_OBJECT, () -> leader.member().remove("x"));
      leader.member().remove("d");
      assertThat(leader.member().status().members()).hasSize(3);
      leader.run("insert into t values (3)");
    }
  }

  @Test
  void shouldRefuseFoldersOfOtherMembersAndServers() {
    try (TestCluster cluster = cluster(RETAINED)) {
      cluster.node(cluster.leader()).run("create table t (id int primary key)");
      cluster.stop(cluster.follower());
    }
    assertRefused(
        ErrorCode.INVALID_CONFIGURATION,
        () -> Database.open(StorageConfig.at(folder.resolve("a"))).close());
  }

  @Test
  void shouldWriteCommitsLargerThanAnEntryInParts() {
    try (TestCluster cluster = cluster(RETAINED)) {
      TestCluster.Node leader = cluster.node(cluster.leader());
      leader.run(
          "create table t (id int primary key, v text)",
          "insert into t select n, repeat('x', 1000000) from generate_series(1, 30) n",
          "update t set v = repeat('y', 1000000)");
      assertThat(leader.number("select sum(length(v)) from t")).isEqualTo(30_000_000);
      leader.run("insert into t values (0, 'small')");
      cluster.awaitFollowers();
      assertThat(cluster.node(cluster.follower()).number("select sum(length(v)) from t"))
          .isEqualTo(30_000_005);
      leader.run("insert into t select n, 'ingested' from generate_series(100, 70000) n");
      cluster.stop(cluster.leader());
      TestCluster.Node next = cluster.node(cluster.leader());
      assertThat(next.number("select count(*) from t where v = 'ingested'")).isEqualTo(69_901);
      next.run("insert into t values (-1, 'small')");
      assertThat(next.number("select count(*) from t")).isEqualTo(69_933);
    }
  }

  @Test
  void shouldRefuseWritesWithoutAMajority() {
    try (TestCluster cluster = cluster(RETAINED)) {
      String name = cluster.leader();
      TestCluster.Node leader = cluster.node(name);
      leader.run("create table t (id int primary key)", "insert into t values (1)");
      long past = leader.database().storage().versions().published().get();
      leader.run("insert into t values (3)");
      cluster.awaitFollowers();
      List.of("a", "b", "c").stream().filter(other -> !other.equals(name)).forEach(cluster::stop);
      SqlSession session = leader.database().session("test").sql();
      assertThatThrownBy(() -> session.execute("insert into t values (2)").close())
          .isInstanceOfSatisfying(
              ColonnadeException.class,
              e ->
                  assertThat(e.code())
                      .isIn(
                          ErrorCode.COMMIT_UNKNOWN,
                          ErrorCode.SERIALIZATION_FAILURE,
                          ErrorCode.SHUTTING_DOWN));
      TestCluster.awaitTrue("the end of leadership", () -> !leader.isLeader());
      TestCluster.awaitTrue("reads without a leader", leader::isReplica);
      assertThat(leader.number("select count(*) from t")).isEqualTo(2);
      assertThat(leader.number("select count(*) from t as of system time " + past)).isEqualTo(1);
    }
  }
}
