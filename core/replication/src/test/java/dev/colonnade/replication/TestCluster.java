package dev.colonnade.replication;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.Database;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.storage.cluster.ClusterConfig;
import dev.colonnade.storage.cluster.ClusterMember;
import dev.colonnade.storage.cluster.ClusterPeer;
import dev.colonnade.storage.cluster.ClusterProvider;
import dev.colonnade.storage.cluster.ClusterStatus;
import dev.colonnade.storage.cluster.PeerTls;
import dev.colonnade.storage.cluster.RoleListener;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.storage.lifecycle.StorageRole;
import dev.colonnade.storage.replica.ReplicaUpdates;
import dev.colonnade.store.Store;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Cluster of members in this process, on loopback addresses, each with a database. */
final class TestCluster implements AutoCloseable {
  private static final long MIB = 1024 * 1024;
  private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Path folder;
  private final ClusterConfig.Timing timing;
  private final Map<String, PeerTls> certificates;
  private final List<ClusterPeer> peers = new ArrayList<>();
  private final Map<String, Node> nodes = new LinkedHashMap<>();

  TestCluster(Path folder, ClusterConfig.Timing timing, String... names) {
    this(folder, timing, Map.of(), names);
  }

  /**
   * Starts members.
   *
   * @param certificates files for TLS by the names of members; those without do not use TLS
   */
  TestCluster(
      Path folder,
      ClusterConfig.Timing timing,
      Map<String, PeerTls> certificates,
      String... names) {
    this.certificates = certificates;
    this.folder = folder;
    this.timing = timing;
    for (String name : names) {
      peers.add(newPeer(name));
    }
    for (String name : names) {
      start(name, false);
    }
  }

  private Optional<PeerTls> tls(String name) {
    return Optional.ofNullable(certificates.get(name));
  }

  /** Returns time-outs that suit tests on a busy machine. */
  static ClusterConfig.Timing timing(long retainedEntries) {
    return new ClusterConfig.Timing(
        Duration.ofMillis(700), Duration.ofMillis(1400), retainedEntries, Duration.ofHours(1));
  }

  /** Returns a member with a free port that the operating system does not choose for others. */
  private ClusterPeer newPeer(String name) {
    while (true) {
      int port = ThreadLocalRandom.current().nextInt(10_000, 32_768);
      if (peers.stream().anyMatch(peer -> peer.port() == port)) {
        continue; // of a member that does not run yet
      }
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return new ClusterPeer(name, "127.0.0.1", socket.getLocalPort());
      } catch (BindException e) {
        // Taken; the next one.
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** Starts a member that is not part of the cluster, and does not wait to be added. */
  Node startUnknown(String name) {
    peers.add(newPeer(name));
    return start(name, false);
  }

  /** Starts a member that is not part of the cluster yet. */
  Node startJoining(String name) {
    peers.add(newPeer(name));
    return start(name, true);
  }

  /** Starts a member whose folder is empty and which was removed from the cluster. */
  Node startAgainJoining(String name) {
    return start(name, true);
  }

  Node start(String name) {
    return start(name, false);
  }

  /**
   * Starts a member of another cluster on a new port, with addresses of members of this one.
   *
   * @param others members of this cluster in its list
   */
  Node startOfAnotherCluster(String name, boolean isJoining, String... others) {
    List<ClusterPeer> all = new ArrayList<>(List.of(newPeer(name)));
    Stream.of(others).map(this::peer).forEach(all::add);
    peers.add(all.getFirst());
    return start("other", name, all, isJoining);
  }

  private Node start(String name, boolean isJoining) {
    return start("test", name, peers, isJoining);
  }

  private Node start(String cluster, String name, List<ClusterPeer> members, boolean isJoining) {
    Node node = new Node();
    StorageConfig storage = config(folder.resolve(name));
    ClusterConfig config =
        new ClusterConfig(
            cluster,
            name,
            members,
            isJoining,
            folder.resolve(name),
            storage.store(),
            timing,
            tls(name));
    node.config = storage;
    node.member = ClusterProvider.find().start(config, node);
    nodes.put(name, node);
    return node;
  }

  private static StorageConfig config(Path folder) {
    MemoryConfig memory = new MemoryConfig(8 * MIB, 4 * MIB, 4);
    return StorageConfig.at(folder).withStore(RocksStoreConfig.defaults().withMemory(memory));
  }

  Node node(String name) {
    return requireNonNull(nodes.get(name), name);
  }

  ClusterPeer peer(String name) {
    return peers.stream().filter(peer -> peer.id().equals(name)).findFirst().orElseThrow();
  }

  /** Stops a member; the others continue. */
  void stop(String name) {
    requireNonNull(nodes.remove(name), name).member().close();
  }

  /** Waits until a member serves as the leader, and returns its name. */
  String leader() {
    return await(
        "a leader",
        () ->
            nodes.entrySet().stream()
                .filter(entry -> entry.getValue().isLeader())
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null));
  }

  /** Returns a running member that is not the leader. */
  String follower() {
    String leader = leader();
    return nodes.keySet().stream().filter(name -> !name.equals(leader)).findFirst().orElseThrow();
  }

  /**
   * Restarts the leader, so that the next term begins another file of the log, and truncates the
   * log of the next leader, whose name is returned. Without retained entries, it begins after the
   * file of the term before.
   */
  String truncateLog() {
    String restarted = leader();
    stop(restarted);
    start(restarted);
    String next = leader();
    awaitFollowers();
    node(next).member().flush();
    return next;
  }

  /** Waits until all running members serve and have applied what the leader has. */
  void awaitFollowers() {
    Node leader = node(leader());
    long index = leader.member().status().log().applied();
    long published = leader.database().storage().versions().published().get();
    for (Node node : nodes.values()) {
      awaitTrue(
          "an up-to-date follower",
          () ->
              node.database != null
                  && node.member().status().log().applied() >= index
                  && node.database().storage().versions().published().get() >= published);
    }
  }

  static void awaitTrue(String what, BooleanSupplier condition) {
    await(what, () -> condition.getAsBoolean() ? true : null);
  }

  static <T> T await(String what, Supplier<@Nullable T> result) {
    long start = System.nanoTime();
    while (true) {
      T found = result.get();
      if (found != null) {
        return found;
      }
      if (System.nanoTime() - start > WAIT_NANOS) {
        throw new AssertionError("timed out waiting for " + what);
      }
      try {
        Thread.sleep(5);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Override
  public void close() {
    nodes.values().forEach(node -> node.member().close());
    nodes.clear();
  }

  /** Member with a database that follows its role. */
  static final class Node implements RoleListener {
    private @Nullable StorageConfig config;
    private @Nullable ClusterMember member;
    volatile @Nullable Database database;
    volatile @Nullable Throwable failure;

    ClusterMember member() {
      return requireNonNull(member, "member");
    }

    Database database() {
      return requireNonNull(database, "database");
    }

    boolean isLeader() {
      Database open = database;
      return open != null
          && open.storage().role() == StorageRole.LEADER
          && member != null
          && member().status().role() == ClusterStatus.Role.LEADER;
    }

    boolean isReplica() {
      Database open = database;
      return open != null && open.storage().role() == StorageRole.REPLICA;
    }

    /** Runs statements, and returns the rows of the last one. */
    List<List<@Nullable Object>> run(String... statements) {
      SqlSession session = database().session("test").sql();
      try {
        List<List<@Nullable Object>> rows = List.of();
        for (String statement : statements) {
          rows = session.execute(statement).toList();
        }
        return rows;
      } finally {
        session.close();
      }
    }

    long number(String query) {
      return ((Number) requireNonNull(run(query).getFirst().getFirst())).longValue();
    }

    @Override
    public void lead(Store store) {
      database = Database.open(requireNonNull(config), store, StorageRole.LEADER);
    }

    @Override
    public ReplicaUpdates follow(Store store) {
      Database opened = Database.open(requireNonNull(config), store, StorageRole.REPLICA);
      database = opened;
      return opened.storage().replicaUpdates();
    }

    @Override
    public void promote(Store store) {
      database().promote(store);
    }

    @Override
    public boolean endLeadership() {
      return database().endLeadership();
    }

    @Override
    public ReplicaUpdates demote(Store store) {
      return database().demote(store);
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
      failure = cause;
    }
  }
}
