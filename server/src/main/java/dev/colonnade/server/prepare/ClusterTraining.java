package dev.colonnade.server.prepare;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.cluster.ClusterConfig;
import dev.colonnade.storage.cluster.ClusterMember;
import dev.colonnade.storage.cluster.ClusterPeer;
import dev.colonnade.storage.cluster.ClusterProvider;
import dev.colonnade.storage.cluster.ClusterStatus;
import dev.colonnade.storage.cluster.RoleListener;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.storage.lifecycle.StorageRole;
import dev.colonnade.storage.replica.ReplicaUpdates;
import dev.colonnade.store.Store;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Run of a cluster of three members in this process, which loads the classes of leaders and
 * followers: a member that leads for the first time, after a failover or a transfer of leadership,
 * then finds them loaded. If the cluster does not work here, for example without a loopback
 * address, its classes are loaded when they are needed.
 */
final class ClusterTraining {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterTraining.class);

  private static final List<String> NAMES = List.of("a", "b", "c");
  private static final int TRANSFERS = 3;
  private static final Duration TRANSFER_MAX = Duration.ofSeconds(10);
  private static final long WAIT_NANOS_MAX = TimeUnit.SECONDS.toNanos(30);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final Path folder;
  private final StorageConfig engine;
  private final List<Node> nodes = new ArrayList<>();

  private ClusterTraining(Path folder, StorageConfig engine) {
    this.folder = requireNonNull(folder, "folder is null");
    this.engine = requireNonNull(engine, "engine is null");
  }

  /** Runs the training in a folder. Returns whether all of it was run. */
  static boolean run(Path folder, StorageConfig engine) throws IOException {
    ClusterTraining training = new ClusterTraining(folder, engine);
    try {
      training.start();
      return training.changeLeaders();
    } catch (ColonnadeException e) {
      LOG.info("classes of clusters are prepared in part: {}", e.getMessage());
      return false;
    } finally {
      training.nodes.forEach(node -> node.member().close());
    }
  }

  private void start() throws IOException {
    List<ClusterPeer> peers = peers();
    for (String name : NAMES) {
      Path own = folder.resolve(name);
      Node node = new Node(name, StorageConfig.at(own).withStore(engine.store()));
      node.member =
          ClusterProvider.find()
              .start(
                  new ClusterConfig(
                      "training",
                      name,
                      peers,
                      false,
                      own,
                      engine.store(),
                      ClusterConfig.Timing.DEFAULT,
                      Optional.empty()),
                  node);
      nodes.add(node);
    }
  }

  /** Lets each member lead, and ends the last leader. */
  private boolean changeLeaders() {
    for (int round = 0; round < TRANSFERS; round++) {
      Node leader = awaitLeader();
      if (leader == null) {
        return false;
      }
      write(leader, round);
      nodes.stream().filter(node -> !node.equals(leader)).forEach(Node::read);
      Node next = nodes.get((nodes.indexOf(leader) + 1) % nodes.size());
      leader.member().transferTo(next.name, TRANSFER_MAX);
    }
    Node last = awaitLeader();
    if (last == null) {
      return false;
    }
    last.member().close();
    nodes.remove(last);
    Node elected = awaitLeader();
    if (elected != null) {
      write(elected, TRANSFERS);
    }
    return elected != null;
  }

  private static List<ClusterPeer> peers() throws IOException {
    List<ClusterPeer> peers = new ArrayList<>();
    for (String name : NAMES) {
      try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        peers.add(new ClusterPeer(name, "127.0.0.1", socket.getLocalPort()));
      }
    }
    return peers;
  }

  /** Waits for a leader; returns null if there is none in time. */
  private @Nullable Node awaitLeader() {
    NanoTicker ticker = NanoTicker.system();
    long start = ticker.nanos();
    while (ticker.nanos() - start < WAIT_NANOS_MAX) {
      for (Node node : nodes) {
        if (node.isLeader()) {
          return node;
        }
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    LOG.info("no member leads: classes of clusters are prepared in part");
    return null;
  }

  private static void write(Node leader, int round) {
    leader.execute(
        "create table if not exists training (id int primary key, v int)",
        "create sequence if not exists training_number",
        "insert into training select n, n from generate_series(1, 100) n on conflict do nothing",
        "begin isolation level serializable",
        "update training set v = v + 1 where id = " + (round + 1),
        "insert into training values (" + (1_000 + round) + ", nextval('training_number'))",
        "commit",
        "select sum(v) from training");
  }

  /** Member with a database that follows its role. */
  private static final class Node implements RoleListener {
    private final String name;
    private final StorageConfig config;
    private volatile @Nullable ClusterMember member;
    private volatile @Nullable Database database;

    Node(String name, StorageConfig config) {
      this.name = name;
      this.config = config;
    }

    ClusterMember member() {
      return requireNonNull(member, "member is null");
    }

    Database opened() {
      return requireNonNull(database, "database is null");
    }

    /** Reads everything that was written before, if the member serves already. */
    void read() {
      if (database != null) {
        execute("set follower_read_staleness = 0", "select sum(v) from training");
      }
    }

    void execute(String... statements) {
      try (Session session = opened().session("colonnade")) {
        for (String statement : statements) {
          try (SqlResult result = session.sql().execute(statement)) {
            while (result.next() != null) {
              // The rows do not matter.
            }
          }
        }
      }
    }

    boolean isLeader() {
      Database open = database;
      return open != null
          && open.acceptsWrites()
          && member().status().role() == ClusterStatus.Role.LEADER;
    }

    @Override
    public void lead(Store store) {
      database = Database.open(config, store, StorageRole.LEADER);
    }

    @Override
    public ReplicaUpdates follow(Store store) {
      Database opened = Database.open(config, store, StorageRole.REPLICA);
      database = opened;
      return opened.storage().replicaUpdates();
    }

    @Override
    public void promote(Store store) {
      opened().promote(store);
    }

    @Override
    public boolean endLeadership() {
      return opened().endLeadership();
    }

    @Override
    public ReplicaUpdates demote(Store store) {
      return opened().demote(store);
    }

    @Override
    public void stop() {
      Database open = database;
      database = null;
      if (open != null) {
        open.close();
      }
    }

    @Override
    public void failed(Throwable cause) {
      LOG.info("member failed: name={} cause={}", name, cause.toString());
    }
  }
}
