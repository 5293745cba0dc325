package dev.colonnade.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults of three processes under load: after each of them, all acknowledged transactions are
 * there, no refused one is, sums are right and no value of a sequence has repeated. Meanwhile every
 * member returns the newest rows, or refuses to.
 *
 * <p>Flags: {@code -Dcolonnade.cluster.rounds=500} for a long run, {@code -Dcolonnade.seed=} for
 * the order of the faults of the rounds after the first ones, which are of different kinds, {@code
 * -Dcolonnade.cluster.faults=TRANSFER,KILL_ALL} for some kinds only, {@code
 * -Dcolonnade.cluster.members=5} for five processes, of which two end at once.
 */
@Tag("integration")
@Timeout(14_400)
final class ClusterFaultTest {
  private static final List<String> FIVE = List.of("a", "b", "c", "d", "e");
  private static final List<String> NAMES =
      FIVE.subList(0, Integer.getInteger("colonnade.cluster.members", 3));
  private static final int ROUNDS = Integer.getInteger("colonnade.cluster.rounds", 6);

  /** Kinds of faults of the rounds. */
  private static final List<Fault> KINDS =
      Stream.of(System.getProperty("colonnade.cluster.faults", "").split(","))
          .filter(name -> !name.isEmpty())
          .map(Fault::valueOf)
          .collect(
              Collectors.collectingAndThen(
                  Collectors.toList(), named -> named.isEmpty() ? List.of(Fault.values()) : named));

  private static final int COMMITS_PER_ROUND = 20;

  /** Enough for several groups of commits in the log at once. */
  private static final int CLIENTS = 10;

  private static final int PAUSE_MILLIS = 3000;

  /** Longer than most transfers of leadership take. */
  private static final int TRANSFER_MILLIS = 500;

  /** Maximum number of requests until a transfer has taken effect. */
  private static final int TRANSFERS_MAX = 3;

  private static final int LEADER_LOOKS = 40;
  private static final int LOOK_MILLIS = 50;

  @TempDir private Path folder;

  /** Kinds of faults. */
  private enum Fault {
    KILL_LEADER,
    KILL_FOLLOWER,
    PAUSE_LEADER,
    KILL_ALL,
    TRANSFER,
    /** The leader or the next one ends while leadership is transferred. */
    KILL_DURING_TRANSFER,
    /** The leader or the next one is stopped for a while, while leadership is transferred. */
    PAUSE_DURING_TRANSFER,
    /** As many members as can be lost, the leader among them. */
    KILL_MINORITY,
    PAUSE_FOLLOWER,
    /** No majority until the leader continues. */
    KILL_FOLLOWER_WHILE_LEADER_IS_PAUSED,
    /** The follower lacks acknowledged entries; the other one must become the leader. */
    KILL_LEADER_WHILE_FOLLOWER_IS_PAUSED
  }

  @Test
  void shouldLoseNothingByFaults() throws Exception {
    long seed = Long.getLong("colonnade.seed", System.nanoTime());
    Random random = new Random(seed);
    List<Fault> kinds = KINDS;
    List<Fault> faults = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      faults.add(kinds.get(round < kinds.size() ? round : random.nextInt(kinds.size())));
    }
    runThrough(faults, NAMES, seed);
  }

  @Test
  void shouldLoseNothingWhenTwoOfFiveMembersEnd() throws Exception {
    runThrough(List.of(Fault.KILL_MINORITY), FIVE, 0);
  }

  private void runThrough(List<Fault> faults, List<String> names, long seed) throws Exception {
    try (LocalCluster cluster = LocalCluster.start(folder, names);
        ClusterLoad load = ClusterLoad.start(cluster, CLIENTS);
        FreshReads reads = FreshReads.start(cluster, load, names)) {
      Random random = new Random(seed);
      for (Fault fault : faults) {
        ClusterActions.awaitCommits(load, COMMITS_PER_ROUND);
        cause(fault, cluster, load, random);
        load.awaitCommitAfter(System.nanoTime());
        reads.awaitAnswers();
        System.out.printf("fault=%s acknowledged=%d%n", fault, load.acknowledgedCount());
      }
      load.stop();
      assertThat(reads.stop()).as("seed=" + seed).isEmpty();
      assertThat(reads.count()).as("reads").isGreaterThan((long) faults.size() * COMMITS_PER_ROUND);
      System.out.printf(
          "faults=%s members=%d acknowledged=%d unknown=%d reads=%d seed=%d%n",
          faults, names.size(), load.acknowledgedCount(), load.unknownCount(), reads.count(), seed);
      assertThat(load.acknowledgedCount()).isGreaterThan(faults.size() * COMMITS_PER_ROUND);
      for (String name : names) {
        load.awaitCaughtUp(name);
        assertThat(load.check(name)).as("member=" + name + " seed=" + seed).isEmpty();
      }
    }
  }

  private static void cause(Fault fault, LocalCluster cluster, ClusterLoad load, Random random)
      throws IOException, InterruptedException {
    String leader = cluster.leader();
    List<String> names = cluster.names();
    String next = names.get((names.indexOf(leader) + 1) % names.size());
    String either = random.nextBoolean() ? leader : next;
    switch (fault) {
      case KILL_LEADER -> {
        cluster.kill(leader);
        load.awaitCommitAfter(System.nanoTime());
        cluster.start(leader);
      }
      case KILL_FOLLOWER -> {
        String follower =
            names.stream().filter(name -> !name.equals(leader)).findAny().orElseThrow();
        cluster.kill(follower);
        load.awaitCommitAfter(System.nanoTime());
        cluster.start(follower);
      }
      case PAUSE_LEADER -> pause(leader, cluster);
      case TRANSFER -> transfer(next, cluster);
      case KILL_DURING_TRANSFER -> {
        Thread transfer = ClusterActions.startTransfer(leader, next, cluster);
        Thread.sleep(random.nextInt(TRANSFER_MILLIS));
        cluster.kill(either);
        load.awaitCommitAfter(System.nanoTime());
        cluster.start(either);
        transfer.join();
      }
      case PAUSE_DURING_TRANSFER -> {
        Thread transfer = ClusterActions.startTransfer(leader, next, cluster);
        Thread.sleep(random.nextInt(TRANSFER_MILLIS));
        pause(either, cluster);
        transfer.join();
      }
      case PAUSE_FOLLOWER -> pause(next, cluster);
      case KILL_FOLLOWER_WHILE_LEADER_IS_PAUSED ->
          killFollowerWhilePaused(next, leader, cluster, load);
      case KILL_LEADER_WHILE_FOLLOWER_IS_PAUSED ->
          killLeaderWhilePaused(leader, next, cluster, load);
      case KILL_MINORITY -> {
        List<String> lost = new ArrayList<>(List.of(leader));
        names.stream()
            .filter(name -> !name.equals(leader))
            .limit((names.size() - 1) / 2 - 1)
            .forEach(lost::add);
        for (String name : lost) {
          cluster.kill(name);
        }
        load.awaitCommitAfter(System.nanoTime());
        cluster.startAll();
      }
      case KILL_ALL -> {
        for (String name : names) {
          cluster.kill(name);
        }
        cluster.startAll();
      }
    }
  }

  private static void killFollowerWhilePaused(
      String next, String leader, LocalCluster cluster, ClusterLoad load)
      throws IOException, InterruptedException {
    cluster.pause(leader, true);
    try {
      cluster.kill(next);
      Thread.sleep(PAUSE_MILLIS);
    } finally {
      cluster.pause(leader, false);
    }
    load.awaitCommitAfter(System.nanoTime());
    cluster.start(next);
  }

  private static void killLeaderWhilePaused(
      String leader, String next, LocalCluster cluster, ClusterLoad load)
      throws IOException, InterruptedException {
    cluster.pause(next, true);
    try {
      ClusterActions.awaitCommits(load, COMMITS_PER_ROUND);
      cluster.kill(leader);
    } finally {
      cluster.pause(next, false);
    }
    load.awaitCommitAfter(System.nanoTime());
    cluster.start(leader);
  }

  private static void pause(String name, LocalCluster cluster)
      throws IOException, InterruptedException {
    cluster.pause(name, true);
    try {
      Thread.sleep(PAUSE_MILLIS);
    } finally {
      cluster.pause(name, false);
    }
  }

  /**
   * Transfers leadership to a member, which must lead afterwards. An election of another member may
   * intervene on a busy machine, but not each time.
   */
  private static void transfer(String next, LocalCluster cluster) throws InterruptedException {
    List<String> refusals = new ArrayList<>();
    do {
      assertThat(refusals).as("transfers to " + next).hasSizeLessThan(TRANSFERS_MAX);
      SQLException refusal = cluster.transfer(cluster.leader(), next);
      refusals.add(refusal == null ? "another member leads" : refusal.getMessage());
    } while (!isLeaderSoon(next, cluster));
  }

  private static boolean isLeaderSoon(String name, LocalCluster cluster)
      throws InterruptedException {
    for (int look = 0; look < LEADER_LOOKS; look++) {
      if (cluster.isLeader(name)) {
        return true;
      }
      Thread.sleep(LOOK_MILLIS);
    }
    return false;
  }

  @Test
  void shouldReplaceMembersThatHaveLostTheirStores() throws Exception {
    try (LocalCluster cluster = LocalCluster.start(folder, NAMES);
        ClusterLoad load = ClusterLoad.start(cluster, 1)) {
      ClusterActions.awaitCommits(load, COMMITS_PER_ROUND);
      String leader = cluster.leader();
      String lost = ClusterActions.follower(NAMES, leader);
      String address = cluster.peer(lost);
      cluster.kill(lost);
      ClusterActions.administer(cluster, "cluster_remove('" + lost + "')");
      ClusterActions.delete(folder.resolve(lost));
      cluster.startJoining(
          lost, () -> ClusterActions.administer(cluster, "cluster_add('" + address + "')"));
      load.awaitCommitAfter(System.nanoTime());
      load.awaitCaughtUp(lost);
      replaceWhileTheLeaderIsKilled(cluster, load);
      load.stop();
      for (String name : NAMES) {
        load.awaitCaughtUp(name);
        assertThat(load.check(name)).as("member=" + name).isEmpty();
      }
    }
  }

  private void replaceWhileTheLeaderIsKilled(LocalCluster cluster, ClusterLoad load)
      throws Exception {
    String leader = cluster.leader();
    String lost = ClusterActions.follower(NAMES, leader);
    String address = cluster.peer(lost);
    cluster.kill(lost);
    ClusterActions.administer(cluster, "cluster_remove('" + lost + "')");
    ClusterActions.delete(folder.resolve(lost));
    cluster.startJoining(
        lost,
        () -> {
          Thread addition =
              Thread.ofPlatform()
                  .daemon()
                  .start(() -> ClusterActions.addRepeatedly(cluster, address));
          cluster.kill(leader);
          restart(cluster, leader);
          addition.join();
        });
    load.awaitCommitAfter(System.nanoTime());
  }

  private static void restart(LocalCluster cluster, String name) throws InterruptedException {
    try {
      cluster.start(name);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
