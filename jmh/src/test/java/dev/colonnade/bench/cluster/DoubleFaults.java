package dev.colonnade.bench.cluster;

import static java.util.Objects.requireNonNull;

import dev.colonnade.testing.OwnThread;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** Pairs of faults of a cluster of three processes under load. */
final class DoubleFaults {
  private static final List<String> NAMES = LocalCluster.THREE;
  private static final int COMMITS = 20;
  private static final int PARTITION_MILLIS = 3000;

  /** Longer than most starts and changes of members take: the fault is at any of their steps. */
  private static final int STEP_MILLIS = 2000;

  private static final int TRANSFER_MILLIS = 400;

  /** Pairs of faults. */
  enum Fault {
    /** The leader ends while a member is away, which comes back. */
    LEADER_ENDS_WHILE_A_MEMBER_RETURNS,
    /** The leader and the member that catches up end. */
    LEADER_AND_RETURNING_MEMBER_END,
    /** The leader ends, and so does the next one as soon as it leads. */
    LEADER_AND_NEXT_LEADER_END,
    /** The leader is cut off while a member is away: no majority. */
    LEADER_IS_CUT_OFF_WHILE_A_MEMBER_IS_AWAY,
    /** The leader or the next one is cut off, one way or both ways, during a transfer. */
    PARTITION_DURING_TRANSFER,
    /** The leader or another member ends while a member is added. */
    END_DURING_ADDITION
  }

  private final Path folder;
  private final MemberNetwork network;
  private final LocalCluster cluster;
  private final ClusterLoad load;
  private final Random random;

  /**
   * Creates the faults.
   *
   * @param folder folder of the members' folders
   */
  DoubleFaults(
      Path folder, MemberNetwork network, LocalCluster cluster, ClusterLoad load, Random random) {
    this.folder = requireNonNull(folder, "folder is null");
    this.network = requireNonNull(network, "network is null");
    this.cluster = requireNonNull(cluster, "cluster is null");
    this.load = requireNonNull(load, "load is null");
    this.random = requireNonNull(random, "random is null");
  }

  /** Causes a pair of faults, and mends what does not mend itself. */
  void cause(Fault fault) throws Exception {
    String leader = cluster.leader();
    String follower = ClusterActions.follower(NAMES, leader);
    switch (fault) {
      case LEADER_ENDS_WHILE_A_MEMBER_RETURNS -> {
        away(follower);
        var start = startInBackground(follower);
        Thread.sleep(random.nextInt(STEP_MILLIS));
        cluster.kill(leader);
        load.awaitCommitAfter(System.nanoTime());
        cluster.start(leader);
        start.join();
      }
      case LEADER_AND_RETURNING_MEMBER_END -> endBothWhileCatchingUp(leader, follower);
      case LEADER_AND_NEXT_LEADER_END -> {
        cluster.kill(leader);
        String next = cluster.leader();
        cluster.kill(next);
        cluster.startAll();
      }
      case LEADER_IS_CUT_OFF_WHILE_A_MEMBER_IS_AWAY -> {
        away(follower);
        cut(leader);
        Thread.sleep(PARTITION_MILLIS);
        var start = startInBackground(follower);
        Thread.sleep(random.nextInt(STEP_MILLIS));
        heal();
        start.join();
      }
      case PARTITION_DURING_TRANSFER -> {
        Thread transfer = ClusterActions.startTransfer(leader, follower, cluster);
        Thread.sleep(random.nextInt(TRANSFER_MILLIS));
        cut(random.nextBoolean() ? leader : follower);
        Thread.sleep(PARTITION_MILLIS);
        heal();
        transfer.join();
      }
      case END_DURING_ADDITION -> {
        remove(follower);
        String ending = random.nextBoolean() ? leader : other(leader, follower);
        rejoin(follower, () -> restart(ending));
      }
    }
  }

  /** Ends a follower until the others have committed without it. */
  private void away(String follower) throws InterruptedException {
    cluster.kill(follower);
    ClusterActions.awaitCommits(load, COMMITS);
  }

  private void endBothWhileCatchingUp(String leader, String follower) throws Exception {
    away(follower);
    ClusterActions.awaitCommits(load, COMMITS);
    cluster.start(follower);
    Thread.sleep(random.nextInt(TRANSFER_MILLIS));
    List<String> both = new ArrayList<>(List.of(leader, follower));
    Collections.shuffle(both, random);
    for (String name : both) {
      cluster.kill(name);
    }
    cluster.startAll();
  }

  private static String other(String one, String two) {
    return NAMES.stream().filter(n -> !n.equals(one) && !n.equals(two)).findAny().orElseThrow();
  }

  private void cut(String name) {
    int way = random.nextInt(3);
    network.loseFrom(name, way != 1);
    network.loseTo(name, way != 2);
  }

  private void heal() {
    for (String name : NAMES) {
      network.loseFrom(name, false);
      network.loseTo(name, false);
    }
  }

  private void restart(String name) throws IOException, InterruptedException {
    cluster.kill(name);
    cluster.start(name);
  }

  private void remove(String follower) throws InterruptedException {
    cluster.kill(follower);
    ClusterActions.removeRepeatedly(cluster, follower);
  }

  /** Fault during an addition. */
  private interface Meanwhile {
    void run() throws IOException, InterruptedException;
  }

  /** Adds a removed member with an empty folder; the fault is at a random time. */
  private void rejoin(String name, Meanwhile fault) throws Exception {
    ClusterActions.delete(folder.resolve(name));
    cluster.startJoining(
        name,
        () -> {
          CompletableFuture<Void> addition =
              inBackground(() -> ClusterActions.addRepeatedly(cluster, cluster.peer(name)));
          Thread.sleep(random.nextInt(STEP_MILLIS));
          try {
            fault.run();
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
          addition.join();
        });
  }

  private static CompletableFuture<Void> inBackground(Runnable work) {
    return CompletableFuture.runAsync(work, OwnThread.EXECUTOR);
  }

  private CompletableFuture<Void> startInBackground(String name) {
    return inBackground(
        () -> {
          try {
            cluster.start(name);
          } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("member does not start: " + name, e);
          }
        });
  }
}
