package dev.colonnade.server;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.engine.AutomaticAnalyze;
import dev.colonnade.engine.Database;
import dev.colonnade.server.admin.AdminPort;
import dev.colonnade.server.admin.metrics.ServerMeters;
import dev.colonnade.server.admin.view.AdminView;
import dev.colonnade.server.admin.view.ServerInfo;
import dev.colonnade.server.admin.view.ServerPhase;
import dev.colonnade.server.auth.Authenticator;
import dev.colonnade.server.config.ServerConfig;
import dev.colonnade.server.config.load.ResolvedSetting;
import dev.colonnade.server.flight.FlightPort;
import dev.colonnade.server.flight.FlightPortDependencies;
import dev.colonnade.server.flight.FlightPortProvider;
import dev.colonnade.server.net.NativePort;
import dev.colonnade.server.net.NativePortDependencies;
import dev.colonnade.server.net.ServerHello;
import dev.colonnade.server.pg.PgListener;
import dev.colonnade.server.session.RequestDispatcher;
import dev.colonnade.server.session.SessionDependencies;
import dev.colonnade.server.session.SplitSettingsControl;
import dev.colonnade.server.session.pool.RequestPools;
import dev.colonnade.server.setup.FullDiskStart;
import dev.colonnade.server.setup.StoreSetup;
import dev.colonnade.storage.cluster.ClusterStatus;
import dev.colonnade.trace.TracerProvider;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Running server: the composition root of everything that serves a database.
 *
 * <p>It closes from the outside inwards: first it stops accepting requests, then the requests in
 * flight complete, then connections and threads end, then the store is closed.
 */
public final class Server implements AutoCloseable {
  /** Name of the server in its hello. */
  public static final String NAME = "colonnade";

  private final ServerConfig config;
  private final NanoTicker ticker = NanoTicker.system();
  private final long startNanos = ticker.nanos();

  /** Opened resources, the last one first. */
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  private final Database database;
  private final RequestPools pools;
  private final SplitSettingsControl splitControl;
  private final NativePort nativePort;
  private final PgListener pgPort;
  private final @Nullable FlightPort flightPort;
  private final AdminPort adminPort;

  private volatile ServerPhase phase = ServerPhase.STARTING;
  private final Supplier<@Nullable ClusterStatus> cluster;

  private boolean closed;

  private Server(
      ServerConfig config,
      List<ResolvedSetting> settings,
      Database database,
      Supplier<@Nullable ClusterStatus> cluster) {
    this.config = requireNonNull(config, "config is null");
    this.cluster = requireNonNull(cluster, "cluster is null");
    this.database = requireNonNull(database, "database is null");
    try {
      database.context().sessions().defaults(config.statementLog().sessionDefaults());
      if (config.tracing().isOn()) {
        database
            .context()
            .sql()
            .traceWith(
                closeLater(TracerProvider.find().open(config.tracing(), BuildVersion.number())));
      }
      FullDiskStart fullDisk = FullDiskStart.watch(database);
      if (fullDisk != null) {
        closeLater(fullDisk);
      }
      if (config.analyze().isAutomatic()) {
        closeLater(AutomaticAnalyze.start(database, config.analyze().limits()));
      }
      ServerMeters meters = closeLater(new ServerMeters(config.metrics()));
      pools = closeLater(RequestPools.of(config.threads()));
      splitControl = new SplitSettingsControl(database.splits(), config.engine().split());
      Authenticator authenticator = openAuthenticator();
      nativePort = closeLater(openNativePort(meters, authenticator));
      pgPort = closeLater(openPgPort(authenticator, meters));
      flightPort =
          config.flight().isEnabled() ? closeLater(openFlightPort(authenticator, meters)) : null;
      adminPort =
          closeLater(
              AdminPort.open(
                  config.listen(), config.http(), view(settings), meters, authenticator));
      phase = ServerPhase.READY;
    } catch (RuntimeException | Error e) {
      closeOpened(e);
      throw e;
    }
  }

  /**
   * Opens the database and all ports, which are listening when this returns.
   *
   * @param settings settings and their origins, for the status page
   * @throws dev.colonnade.error.ColonnadeException as {@link Database#open} does; PORT_UNAVAILABLE
   */
  public static Server start(ServerConfig config, List<ResolvedSetting> settings) {
    Database opened = StoreSetup.open(config.engine(), config.setup());
    Server server;
    try {
      server = start(config, settings, opened, () -> null);
    } catch (RuntimeException | Error e) {
      close(opened, e);
      throw e;
    }
    server.opened.addLast(opened); // closed last
    return server;
  }

  private static void close(Database database, Throwable cause) {
    try {
      database.close();
    } catch (RuntimeException e) {
      cause.addSuppressed(e);
    }
  }

  /**
   * Variant of {@link #start(ServerConfig, List)} with an open database, which stays open when the
   * server is closed.
   *
   * @param cluster returns the state of the member of a cluster, or null
   */
  public static Server start(
      ServerConfig config,
      List<ResolvedSetting> settings,
      Database database,
      Supplier<@Nullable ClusterStatus> cluster) {
    return new Server(config, settings, database, cluster);
  }

  /** Returns the listen address of the native protocol. */
  public InetSocketAddress nativeAddress() {
    return nativePort.address();
  }

  /** Returns the listen address of metrics and status. */
  public InetSocketAddress httpAddress() {
    return adminPort.address();
  }

  /** Returns the listen address of the PostgreSQL protocol. */
  public InetSocketAddress pgAddress() {
    return pgPort.address();
  }

  /** Returns the listen address of Arrow Flight SQL; null if the port is off. */
  public @Nullable InetSocketAddress flightAddress() {
    return flightPort == null ? null : flightPort.address();
  }

  /** Returns the database that this serves. */
  public Database database() {
    return database;
  }

  /** Returns the number of open connections of the native port. */
  public int connectionCount() {
    return nativePort.connectionCount();
  }

  /** Returns whether a client is connected, by any protocol. */
  boolean hasClients() {
    return nativePort.connectionCount() > 0
        || pgPort.sessionCount() > 0
        || (flightPort != null && flightPort.sessionCount() > 0);
  }

  private NativePort openNativePort(ServerMeters meters, Authenticator authenticator) {
    SessionDependencies sessions =
        new SessionDependencies(
            database,
            pools,
            splitControl,
            config.network().protocol(),
            meters.requests(),
            ticker,
            startNanos,
            BuildVersion.number());
    ServerHello serverHello =
        new ServerHello(
            NAME,
            BuildVersion.number(),
            authenticator,
            () -> !database.acceptsWrites(),
            identity -> RequestDispatcher.open(sessions, identity));
    return NativePort.open(
        new NativePort.Sockets(
            config.listen().host(), config.listen().nativePort(), config.threads().ioThreads()),
        new NativePortDependencies(
            serverHello, config.network(), meters.connections(), meters.requests(), ticker));
  }

  private Authenticator openAuthenticator() {
    return Authenticator.open(
        config.security(),
        name -> database.catalog().snapshot().findRole(name),
        new SecureRandom());
  }

  private PgListener openPgPort(Authenticator authenticator, ServerMeters meters) {
    return PgListener.open(
        new PgListener.Sockets(
            config.listen().host(), config.threads().ioThreads(), config.network().transport()),
        config.pg(),
        new PgListener.Dependencies(
            database, authenticator, ticker, meters.pgConnections(), meters.pgSessions()));
  }

  private FlightPort openFlightPort(Authenticator authenticator, ServerMeters meters) {
    return FlightPortProvider.find()
        .open(
            new FlightPortDependencies(
                config.listen().host(),
                config.flight(),
                database,
                authenticator,
                ticker,
                BuildVersion.number(),
                meters.flight()));
  }

  private AdminView view(List<ResolvedSetting> settings) {
    ServerInfo info =
        new ServerInfo(BuildVersion.number(), BuildVersion.commit(), nativePort.address());
    Map<String, IntSupplier> queues =
        Map.of(
            "reads", pools.reads()::queued,
            "writes", pools.writes()::queued,
            "definitions", pools.definitions()::queued);
    return new AdminView() {
      @Override
      public ServerPhase phase() {
        return phase;
      }

      @Override
      public ServerInfo info() {
        return info;
      }

      @Override
      public List<ResolvedSetting> settings() {
        return splitControl.settings(settings);
      }

      @Override
      public Database database() {
        return database;
      }

      @Override
      public @Nullable ClusterStatus cluster() {
        return cluster.get();
      }

      @Override
      public Map<String, IntSupplier> requestQueues() {
        return queues;
      }

      @Override
      public long uptimeNanos() {
        return ticker.nanos() - startNanos;
      }
    };
  }

  private <T extends AutoCloseable> T closeLater(T resource) {
    opened.push(resource);
    return resource;
  }

  /**
   * Stops accepting requests, completes those in flight within the configured drain timeout, and
   * closes the store. Idempotent.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    phase = ServerPhase.DRAINING;
    drain(config.network().timeouts().drain());
    IllegalStateException failure =
        new IllegalStateException("the server did not shut down cleanly");
    closeOpened(failure);
    if (failure.getSuppressed().length > 0) {
      throw failure;
    }
  }

  /** Drains the ports at the same time, so that the timeout applies to all together. */
  private void drain(Duration timeout) {
    List<Thread> others = new ArrayList<>();
    others.add(draining(() -> pgPort.drain(timeout)));
    FlightPort flight = flightPort;
    if (flight != null) {
      others.add(draining(() -> flight.drain(timeout)));
    }
    nativePort.drain(timeout);
    try {
      for (Thread other : others) {
        other.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static Thread draining(Runnable drain) {
    return Thread.ofPlatform().name("colonnade-drain").start(drain);
  }

  /**
   * Closes all opened resources; their failures are added to {@code cause} as suppressed. If
   * statements still run, the resources that they use stay open until the process ends.
   */
  private void closeOpened(Throwable cause) {
    boolean isInUse = false;
    while (!opened.isEmpty()) {
      AutoCloseable resource = opened.pop();
      if (isInUse && resource instanceof Database) {
        continue;
      }
      try {
        resource.close();
      } catch (Exception e) {
        isInUse |=
            resource instanceof PgListener
                || resource instanceof FlightPort
                || resource instanceof RequestPools;
        cause.addSuppressed(e);
      }
    }
  }
}
