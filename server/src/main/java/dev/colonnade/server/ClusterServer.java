package dev.colonnade.server;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.config.FlightConfig;
import dev.colonnade.server.config.ListenConfig;
import dev.colonnade.server.config.NetworkConfig;
import dev.colonnade.server.config.ServerConfig;
import dev.colonnade.server.config.load.LoadedConfig;
import dev.colonnade.server.setup.StoreSetup;
import dev.colonnade.sql.function.ClusterService;
import dev.colonnade.storage.cluster.ClusterConfig;
import dev.colonnade.storage.cluster.ClusterMember;
import dev.colonnade.storage.cluster.ClusterPeer;
import dev.colonnade.storage.cluster.ClusterProvider;
import dev.colonnade.storage.cluster.ClusterReport;
import dev.colonnade.storage.cluster.ClusterStatus;
import dev.colonnade.storage.cluster.RoleListener;
import dev.colonnade.storage.lifecycle.StorageRole;
import dev.colonnade.storage.replica.ReplicaUpdates;
import dev.colonnade.store.Store;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server that is a member of a cluster: serves on the configured ports with the database of its
 * present role. A follower that becomes the leader goes on with its database and its connections. A
 * leader that becomes a follower goes on with its database, closes the connections and opens the
 * ports again. When the store is replaced, the database is opened again as well.
 */
final class ClusterServer implements RoleListener, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterServer.class);

  /** Time for statements in progress when the role changes; they would fail anyhow. */
  private static final Duration DRAIN_MAX = Duration.ofMillis(200);

  private static final Duration TRANSFER_MAX = Duration.ofSeconds(10);

  private final LoadedConfig loaded;
  private final String node;
  private final PrintWriter out;

  /** With the ports that were found free at the first start. Used by the role's thread. */
  private ServerConfig config;

  /** Used by the role's thread, like the server on it. */
  private @Nullable Database database;

  private @Nullable Server server;

  /** Written by the starting thread; null until the member is started. */
  private volatile @Nullable ClusterMember member;

  private volatile boolean isClosing;

  private ClusterServer(LoadedConfig loaded, ClusterConfig cluster, PrintWriter out) {
    this.loaded = loaded;
    this.node = cluster.self();
    this.out = out;
    NetworkConfig network = loaded.config().network();
    NetworkConfig.Timeouts timeouts = network.timeouts();
    Duration drain = timeouts.drain().compareTo(DRAIN_MAX) < 0 ? timeouts.drain() : DRAIN_MAX;
    config =
        loaded
            .config()
            .withNetwork(
                network.withTimeouts(
                    new NetworkConfig.Timeouts(timeouts.handshake(), timeouts.idle(), drain)));
  }

  /** Starts a member. The ports open when it has a role. */
  static ClusterServer start(LoadedConfig loaded, ClusterConfig cluster, PrintWriter out) {
    StoreSetup.requireForCluster(loaded.config().setup());
    ClusterServer server = new ClusterServer(loaded, cluster, out);
    server.member = ClusterProvider.find().start(cluster, server);
    return server;
  }

  @Override
  public void lead(Store store) {
    serve(open(store, StorageRole.LEADER));
  }

  @Override
  public ReplicaUpdates follow(Store store) {
    Server started = serve(open(store, StorageRole.REPLICA));
    // The first sessions after a failover then find parser and planner loaded.
    WarmUp.start(started.database(), started::hasClients);
    return started.database().storage().replicaUpdates();
  }

  @Override
  public void promote(Store store) {
    Server running = requireNonNull(server, "server is null");
    running.database().promote(store);
    StoreSetup.setPassword(running.database(), config.setup());
    announce(running);
  }

  @Override
  public boolean endLeadership() {
    closePorts();
    return requireNonNull(database, "database is null").endLeadership();
  }

  @Override
  public ReplicaUpdates demote(Store store) {
    Database kept = requireNonNull(database, "database is null");
    ReplicaUpdates updates = kept.demote(store);
    serve(kept);
    return updates;
  }

  private Server serve(Database served) {
    Server started = Server.start(config, loaded.settings(), served, this::status);
    server = started;
    config =
        config
            .withListen(
                new ListenConfig(
                    config.listen().host(),
                    started.nativeAddress().getPort(),
                    started.httpAddress().getPort()))
            .withPg(config.pg().withPort(started.pgAddress().getPort()))
            .withFlight(flightAt(started.flightAddress()));
    announce(started);
    return started;
  }

  private void announce(Server started) {
    out.println(
        "%s member %s role %s"
            .formatted(
                ReadyLine.of(started, loaded),
                node,
                started.database().storage().role() == StorageRole.LEADER ? "leader" : "follower"));
    out.flush();
  }

  private Database open(Store store, StorageRole role) {
    Database opened = Database.open(config.engine(), store, role, new Functions());
    database = opened;
    if (role == StorageRole.LEADER) {
      StoreSetup.setPassword(opened, config.setup());
    }
    return opened;
  }

  /** Returns the configuration of Flight SQL with the port that the first role has opened. */
  private FlightConfig flightAt(@Nullable InetSocketAddress address) {
    return address == null ? config.flight() : config.flight().withPort(address.getPort());
  }

  @Override
  public void stop() {
    closePorts();
    Database open = database;
    database = null;
    if (open != null) {
      endIfInUse(open::close);
    }
  }

  private void closePorts() {
    Server running = server;
    server = null;
    if (running != null) {
      endIfInUse(running::close);
    }
  }

  private void endIfInUse(Runnable closing) {
    try {
      closing.run();
    } catch (IllegalStateException e) {
      // Threads may still read the store, whose next entries this role must not show to them.
      end("the role cannot be changed while statements run", e);
    }
  }

  private @Nullable ClusterStatus status() {
    ClusterMember started = member;
    return started == null ? null : started.status();
  }

  /** Functions on the cluster for sessions. */
  private final class Functions implements ClusterService {
    private ClusterMember started() {
      ClusterMember started = member;
      if (started == null) {
        throw new ColonnadeException(ErrorCode.OVERLOADED, "the member is still being started");
      }
      return started;
    }

    @Override
    public String status() {
      return ClusterReport.of(started().status(), PhysicalClock.system().epochNanos());
    }

    @Override
    public void transferTo(String name) {
      started().transferTo(name, TRANSFER_MAX);
    }

    @Override
    public void add(String peer) {
      List<ClusterPeer> peers = ClusterPeer.parse(peer);
      if (peers.size() != 1) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT, "members are added one at a time: members=" + peer);
      }
      started().add(peers.getFirst());
    }

    @Override
    public void remove(String name) {
      started().remove(name);
    }
  }

  @Override
  public void failed(Throwable cause) {
    end("the member failed", cause);
  }

  /** Ends the process at once, as a loss of power would; the other members continue. */
  private void end(String reason, Throwable cause) {
    LOG.error("the process ends: {}", reason, cause);
    if (!isClosing) {
      Runtime.getRuntime().halt(ExitStatus.FAILURE.number());
    }
  }

  @Override
  public void close() {
    isClosing = true;
    requireNonNull(member, "member is null").close();
  }
}
