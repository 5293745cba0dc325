package dev.colonnade.server;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.engine.Database;
import dev.colonnade.server.admin.AdminPort;
import dev.colonnade.server.admin.AdminView;
import dev.colonnade.server.admin.ServerFacts;
import dev.colonnade.server.admin.ServerPhase;
import dev.colonnade.server.admin.metrics.ServerMeters;
import dev.colonnade.server.auth.Doorkeeper;
import dev.colonnade.server.config.ServerConfig;
import dev.colonnade.server.config.Setting;
import dev.colonnade.server.net.Greeting;
import dev.colonnade.server.net.NativePort;
import dev.colonnade.server.pg.PgPort;
import dev.colonnade.server.session.ClientSession;
import dev.colonnade.server.session.SessionSeams;
import dev.colonnade.server.session.SplitControl;
import dev.colonnade.server.session.WorkPools;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;

/**
 * A running server: the composition root of everything that serves a database.
 *
 * <p>It closes from the outside inwards: first nothing more is taken, then what was taken is
 * answered, then connections and threads end, then the store is closed.
 */
public final class Server implements AutoCloseable {
  /** What the server calls itself. */
  public static final String NAME = "colonnade";

  private final ServerConfig config;
  private final NanoTicker ticker = NanoTicker.system();
  private final long startNanos = ticker.nanos();

  /** What was opened, the last one first. */
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  private final Database database;
  private final WorkPools pools;
  private final SplitControl splitControl;
  private final NativePort nativePort;
  private final PgPort pgPort;
  private final AdminPort adminPort;

  private volatile ServerPhase phase = ServerPhase.STARTING;
  private boolean closed;

  private Server(ServerConfig config, List<Setting> settings) {
    this.config = requireNonNull(config, "config is null");
    try {
      database = keep(Database.open(config.engine()));
      ServerMeters meters = keep(new ServerMeters(config.metrics()));
      pools = keep(WorkPools.of(config.threads()));
      splitControl = new SplitControl(database.splits(), config.engine().split());
      Doorkeeper doorkeeper = openDoor();
      nativePort = keep(openNativePort(meters, doorkeeper));
      pgPort = keep(openPgPort(doorkeeper, meters));
      adminPort = keep(AdminPort.open(config.listen(), config.http(), view(settings), meters));
      phase = ServerPhase.READY;
    } catch (RuntimeException | Error e) {
      closeOpened(e);
      throw e;
    }
  }

  /**
   * Opens the database and listens on all ports from when this returns.
   *
   * @param settings and where they come from, for people to look at
   * @throws dev.colonnade.error.ColonnadeException as {@link Database#open} does; PORT_UNAVAILABLE
   */
  public static Server start(ServerConfig config, List<Setting> settings) {
    return new Server(config, settings);
  }

  /** Where the native protocol is spoken. */
  public InetSocketAddress nativeAddress() {
    return nativePort.address();
  }

  /** Where metrics and status are. */
  public InetSocketAddress httpAddress() {
    return adminPort.address();
  }

  /** Where the PostgreSQL protocol is spoken. */
  public InetSocketAddress pgAddress() {
    return pgPort.address();
  }

  /** What it serves. */
  public Database database() {
    return database;
  }

  /** Connections on the native port at this moment. */
  public int connectionCount() {
    return nativePort.connectionCount();
  }

  private NativePort openNativePort(ServerMeters meters, Doorkeeper doorkeeper) {
    SessionSeams sessions =
        new SessionSeams(
            database,
            pools,
            splitControl,
            config.network().protocol(),
            meters.requests(),
            ticker,
            startNanos,
            BuildVersion.number());
    Greeting greeting =
        new Greeting(
            NAME,
            BuildVersion.number(),
            doorkeeper,
            identity -> ClientSession.open(sessions, identity));
    return NativePort.open(
        new NativePort.Sockets(
            config.listen().host(), config.listen().nativePort(), config.threads().ioThreads()),
        new NativePort.Seams(
            greeting, config.network(), meters.connections(), meters.requests(), ticker));
  }

  private Doorkeeper openDoor() {
    return Doorkeeper.open(
        config.security(),
        name -> database.catalog().snapshot().findRole(name),
        new SecureRandom());
  }

  private PgPort openPgPort(Doorkeeper doorkeeper, ServerMeters meters) {
    return PgPort.open(
        new PgPort.Sockets(
            config.listen().host(), config.threads().ioThreads(), config.network().transport()),
        config.pg(),
        new PgPort.Seams(
            database, doorkeeper, ticker, meters.pgConnections(), meters.pgSessions()));
  }

  private AdminView view(List<Setting> settings) {
    ServerFacts facts =
        new ServerFacts(BuildVersion.number(), BuildVersion.commit(), nativePort.address());
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
      public ServerFacts facts() {
        return facts;
      }

      @Override
      public List<Setting> settings() {
        return splitControl.settings(settings);
      }

      @Override
      public Database database() {
        return database;
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

  private <T extends AutoCloseable> T keep(T part) {
    opened.push(part);
    return part;
  }

  /**
   * Takes nothing more, answers what was taken, for as long as the configuration allows, and closes
   * the store. Closing twice is harmless.
   */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    phase = ServerPhase.DRAINING;
    nativePort.drain(config.network().timeouts().drain());
    pgPort.drain(config.network().timeouts().drain());
    IllegalStateException failure =
        new IllegalStateException("the server did not close in good order");
    closeOpened(failure);
    if (failure.getSuppressed().length > 0) {
      throw failure;
    }
  }

  /** Closes all that was opened; what fails to close is added to {@code why}. */
  private void closeOpened(Throwable why) {
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception e) {
        why.addSuppressed(e);
      }
    }
  }
}
