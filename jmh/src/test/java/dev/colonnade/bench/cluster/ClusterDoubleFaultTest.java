package dev.colonnade.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.bench.history.ListClients;
import dev.colonnade.bench.history.ListTransaction.Outcome;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two faults at once of three processes under load. After each pair all acknowledged transactions
 * are there and no refused one is, on every member; every member has answered reads of the newest
 * rows meanwhile or refused them; and the history of transactions on lists is strictly
 * serializable.
 *
 * <p>Flags: {@code -Dcolonnade.cluster.rounds=} (default 2, of different kinds in an order by the
 * seed), {@code -Dcolonnade.seed=}, {@code -Dcolonnade.cluster.double-faults=} with names of kinds.
 */
@Tag("integration")
@Timeout(14_400)
final class ClusterDoubleFaultTest {
  private static final List<String> NAMES = LocalCluster.THREE;
  private static final int ROUNDS = Integer.getInteger("colonnade.cluster.rounds", 2);
  private static final int COMMITS_PER_ROUND = 20;
  private static final int LIST_CLIENTS = 2;
  private static final int LOAD_CLIENTS = 3;

  @TempDir private Path folder;

  private static List<DoubleFaults.Fault> kinds() {
    List<DoubleFaults.Fault> named =
        Stream.of(System.getProperty("colonnade.cluster.double-faults", "").split(","))
            .filter(name -> !name.isEmpty())
            .map(DoubleFaults.Fault::valueOf)
            .toList();
    return new ArrayList<>(named.isEmpty() ? List.of(DoubleFaults.Fault.values()) : named);
  }

  @Test
  void shouldLoseNothingByTwoFaultsAtOnce() throws Exception {
    long seed = Long.getLong("colonnade.seed", System.nanoTime());
    Random random = new Random(seed);
    List<DoubleFaults.Fault> kinds = kinds();
    Collections.shuffle(kinds, random);
    try (MemberNetwork network = new MemberNetwork(folder, NAMES);
        LocalCluster cluster = network.start(folder);
        ClusterLoad load = ClusterLoad.start(cluster, LOAD_CLIENTS);
        FreshReads reads = FreshReads.start(cluster, load, NAMES);
        Connection setup = cluster.connect(cluster.leader());
        ListClients lists = ListClients.start(setup, cluster::tryLeader, LIST_CLIENTS, seed)) {
      DoubleFaults faults = new DoubleFaults(folder, network, cluster, load, random);
      for (int round = 0; round < ROUNDS; round++) {
        DoubleFaults.Fault fault = kinds.get(round % kinds.size());
        ClusterActions.awaitCommits(load, COMMITS_PER_ROUND);
        long start = System.nanoTime();
        faults.cause(fault);
        load.awaitCommitAfter(System.nanoTime());
        reads.awaitAnswers();
        System.out.printf(
            "round=%d fault=%s seconds=%d acknowledged=%d seed=%d%n",
            round,
            fault,
            (System.nanoTime() - start) / 1_000_000_000,
            load.acknowledgedCount(),
            seed);
      }
      load.stop();
      lists.stop();
      assertThat(reads.stop()).as("seed=%d", seed).isEmpty();
      System.out.printf(
          "double faults=%d acknowledged=%d unknown=%d reads=%d lists: committed=%d refused=%d"
              + " unknown=%d seed=%d%n",
          ROUNDS,
          load.acknowledgedCount(),
          load.unknownCount(),
          reads.count(),
          lists.count(Outcome.COMMITTED),
          lists.count(Outcome.REFUSED),
          lists.count(Outcome.UNKNOWN),
          seed);
      assertThat(load.acknowledgedCount()).isGreaterThan(ROUNDS * COMMITS_PER_ROUND);
      assertThat(lists.count(Outcome.COMMITTED)).isPositive();
      for (String name : NAMES) {
        load.awaitCaughtUp(name);
        assertThat(load.check(name)).as("member=%s seed=%d", name, seed).isEmpty();
      }
      try (Connection leader = cluster.connect(cluster.leader())) {
        assertThat(lists.problems(leader)).as("seed=%d", seed).isEmpty();
      }
    }
  }
}
