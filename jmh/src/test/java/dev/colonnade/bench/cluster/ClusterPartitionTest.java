package dev.colonnade.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.bench.history.ListClients;
import dev.colonnade.bench.history.ListTransaction.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Partitions of the network between three processes under load, one-way and both ways, beside kills
 * and pauses. Clients are not cut off: they reach the member that is, which must neither accept a
 * commit nor return old rows. The history of the transactions must be strictly serializable.
 *
 * <p>Flags: {@code -Dcolonnade.cluster.rounds=}, {@code -Dcolonnade.seed=}.
 */
@Tag("integration")
@Timeout(14_400)
final class ClusterPartitionTest {
  private static final List<String> NAMES = List.of("a", "b", "c");
  private static final int ROUNDS = Integer.getInteger("colonnade.cluster.rounds", 2);
  private static final int COMMITS_PER_ROUND = 20;
  private static final int PAUSE_MILLIS = 3000;
  private static final long NEW_LEADER_NANOS_MAX = 60_000_000_000L;

  @TempDir private Path folder;

  /** Kinds of faults. The first two are those of the share that is always tested. */
  private enum Fault {
    /** The leader reaches no other member, and none reaches it. */
    CUT_LEADER,
    /** Loss of everything that the leader sends. */
    MUTE_LEADER,
    /** Loss of everything that is sent to the leader. */
    DEAF_LEADER,
    /** A follower reaches no other member, and none reaches it. */
    CUT_FOLLOWER,
    MUTE_FOLLOWER,
    DEAF_FOLLOWER,
    /** The leader reaches one follower only. */
    CUT_LINK,
    KILL_LEADER,
    PAUSE_LEADER
  }

  @Test
  void shouldStaySerializableWithPartitions() throws Exception {
    long seed = Long.getLong("colonnade.seed", System.nanoTime());
    Random random = new Random(seed);
    try (MemberNetwork network = new MemberNetwork(folder, NAMES);
        LocalCluster cluster = network.start(folder);
        ClusterLoad load = ClusterLoad.start(cluster, 2);
        Connection setup = cluster.connect(cluster.leader());
        ListClients clients = ListClients.start(setup, cluster::tryLeader, 3, seed)) {
      for (int round = 0; round < ROUNDS; round++) {
        Fault[] faults = Fault.values();
        Fault fault = faults[round < faults.length ? round : random.nextInt(faults.length)];
        ClusterActions.awaitCommits(load, COMMITS_PER_ROUND);
        cause(fault, network, cluster, load);
        load.awaitCommitAfter(System.nanoTime());
      }
      load.stop();
      clients.stop();
      System.out.printf(
          "faults=%d acknowledged=%d unknown=%d lists: committed=%d refused=%d unknown=%d"
              + " seed=%d%n",
          ROUNDS,
          load.acknowledgedCount(),
          load.unknownCount(),
          clients.count(Outcome.COMMITTED),
          clients.count(Outcome.REFUSED),
          clients.count(Outcome.UNKNOWN),
          seed);
      assertThat(clients.count(Outcome.COMMITTED)).isPositive();
      for (String name : NAMES) {
        load.awaitCaughtUp(name);
        assertThat(load.check(name)).as("member=" + name + " seed=" + seed).isEmpty();
      }
      try (Connection leader = cluster.connect(cluster.leader())) {
        assertThat(clients.problems(leader)).as("seed=%d", seed).isEmpty();
      }
    }
  }

  private static void cause(
      Fault fault, MemberNetwork network, LocalCluster cluster, ClusterLoad load)
      throws IOException, InterruptedException, SQLException {
    String leader = cluster.leader();
    String follower = ClusterActions.follower(NAMES, leader);
    switch (fault) {
      case CUT_LEADER -> isolate(leader, true, true, network, cluster);
      case MUTE_LEADER -> isolate(leader, true, false, network, cluster);
      case DEAF_LEADER -> isolate(leader, false, true, network, cluster);
      case CUT_FOLLOWER -> during(load, () -> cut(follower, true, true, network));
      case MUTE_FOLLOWER -> during(load, () -> cut(follower, true, false, network));
      case DEAF_FOLLOWER -> during(load, () -> cut(follower, false, true, network));
      case CUT_LINK ->
          during(
              load,
              () -> {
                network.lose(leader, follower, true);
                network.lose(follower, leader, true);
              });
      case KILL_LEADER -> {
        cluster.kill(leader);
        load.awaitCommitAfter(System.nanoTime());
        cluster.start(leader);
      }
      case PAUSE_LEADER -> {
        cluster.pause(leader, true);
        Thread.sleep(PAUSE_MILLIS);
        cluster.pause(leader, false);
      }
    }
    heal(network);
  }

  /** Fault that does not prevent commits. */
  private interface MinorFault {
    void begin();
  }

  private static void during(ClusterLoad load, MinorFault fault) throws InterruptedException {
    fault.begin();
    Thread.sleep(PAUSE_MILLIS);
    load.awaitCommitAfter(System.nanoTime());
  }

  private static void cut(String name, boolean isMute, boolean isDeaf, MemberNetwork network) {
    network.loseFrom(name, isMute);
    network.loseTo(name, isDeaf);
  }

  private static void heal(MemberNetwork network) {
    for (String name : NAMES) {
      network.loseFrom(name, false);
      network.loseTo(name, false);
    }
  }

  /** Isolates the leader until another member leads; the isolated one must not serve old rows. */
  private static void isolate(
      String leader, boolean isMute, boolean isDeaf, MemberNetwork network, LocalCluster cluster)
      throws InterruptedException, SQLException {
    cut(leader, isMute, isDeaf, network);
    String next = nextLeader(leader, cluster);
    long before;
    try (Connection connection = cluster.connect(next)) {
      before = rows(connection);
    }
    try (Connection isolated = cluster.connect(leader);
        Statement statement = isolated.createStatement()) {
      statement.execute("set follower_read_staleness = 0");
      assertThat(rows(isolated)).as("rows of the isolated member").isGreaterThanOrEqualTo(before);
    } catch (SQLException e) {
      assertThat(e.getSQLState()).as("%s", e).matches("40001|08...|57P..");
    }
  }

  private static String nextLeader(String old, LocalCluster cluster) throws InterruptedException {
    long start = System.nanoTime();
    while (System.nanoTime() - start < NEW_LEADER_NANOS_MAX) {
      for (String name : NAMES) {
        if (!name.equals(old) && cluster.isLeader(name)) {
          return name;
        }
      }
      Thread.sleep(20);
    }
    throw new IllegalStateException("no other member leads");
  }

  private static long rows(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("select count(*) from entry")) {
      result.next();
      return result.getLong(1);
    }
  }
}
