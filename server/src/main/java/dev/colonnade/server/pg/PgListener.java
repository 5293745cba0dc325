package dev.colonnade.server.pg;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.auth.Authenticator;
import dev.colonnade.server.config.PgConfig;
import dev.colonnade.server.config.TransportKind;
import dev.colonnade.server.net.observer.ConnectionObserver;
import dev.colonnade.server.net.transport.ConnectionLimiter;
import dev.colonnade.server.net.transport.EventLoopThreads;
import dev.colonnade.server.net.transport.ServerTransport;
import dev.colonnade.server.net.transport.SessionLimiter;
import dev.colonnade.server.net.transport.TrafficCounter;
import dev.colonnade.server.pg.session.PgSession;
import dev.colonnade.server.pg.session.PgSessionObserver;
import dev.colonnade.server.pg.wire.FrontendDecoder;
import dev.colonnade.server.session.pool.SessionThreads;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * TCP listener of the PostgreSQL protocol. Owns the acceptor thread, the event loops and the
 * virtual threads on which statements run. Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a failure closes its channel
public final class PgListener implements AutoCloseable {
  private static final int BACKLOG = 1024;
  private static final long POLL_NANOS = 1_000_000;
  private static final int OUTBOUND_BYTES_HIGH = 256 * 1024;

  /** Connections before their login, beyond the session limit. */
  private static final int SPARE_CONNECTIONS = 64;

  /**
   * Settings of the sockets.
   *
   * @param host address of a local network interface
   * @param eventLoopThreads number of threads that read and write
   */
  public record Sockets(String host, int eventLoopThreads, TransportKind transport) {
    public Sockets {
      requireNonNull(host, "host is null");
      requireNonNull(transport, "transport is null");
    }
  }

  /**
   * Dependencies of a listener.
   *
   * @param authenticator decides which clients may log in
   * @param connections is notified of connections, refused ones included
   * @param sessions is notified of messages, completed requests and errors
   */
  public record Dependencies(
      Database database,
      Authenticator authenticator,
      NanoTicker ticker,
      ConnectionObserver connections,
      PgSessionObserver sessions) {
    public Dependencies {
      requireNonNull(database, "database is null");
      requireNonNull(authenticator, "authenticator is null");
      requireNonNull(ticker, "ticker is null");
      requireNonNull(connections, "connections is null");
      requireNonNull(sessions, "sessions is null");
    }
  }

  private final PgConnectionDependencies dependencies;
  private final NanoTicker ticker;
  private final SessionThreads workers;
  private final EventLoopGroup acceptors;
  private final EventLoopGroup eventLoops;
  private final Channel listening;

  /** Accepted connections. Written by their event loops. */
  private final Map<Channel, PgConnection> connections = new ConcurrentHashMap<>();

  private PgListener(Sockets sockets, PgConfig config, Dependencies listenerDependencies) {
    ticker = listenerDependencies.ticker();
    workers = SessionThreads.of("colonnade-pg");
    dependencies =
        new PgConnectionDependencies(
            listenerDependencies.database(),
            config,
            listenerDependencies.authenticator(),
            new CancelKeyRegistry(listenerDependencies.authenticator().secureRandom()),
            new SessionLimiter(config.connectionsMax()),
            new ConnectionLimiter(config.connectionsMax() + SPARE_CONNECTIONS),
            listenerDependencies.connections(),
            new PgSession.Dependencies(
                workers, config.timeouts().idle(), ticker, listenerDependencies.sessions()));
    ServerTransport transport = ServerTransport.of(sockets.transport());
    acceptors =
        new MultiThreadIoEventLoopGroup(
            1, EventLoopThreads.of("colonnade-pg-accept"), transport.ioHandlers());
    eventLoops =
        new MultiThreadIoEventLoopGroup(
            sockets.eventLoopThreads(),
            EventLoopThreads.of("colonnade-pg-net"),
            transport.ioHandlers());
    try {
      listening = bind(sockets, transport);
    } catch (RuntimeException e) {
      EventLoopThreads.endAccepting(acceptors);
      EventLoopThreads.end(eventLoops);
      throw e;
    }
  }

  /**
   * Returns a listener that accepts connections.
   *
   * @throws ColonnadeException PORT_UNAVAILABLE if the port is in use, or not allowed
   */
  public static PgListener open(Sockets sockets, PgConfig config, Dependencies dependencies) {
    return new PgListener(sockets, config, dependencies);
  }

  /** Returns the bound address. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  /** Returns the current number of sessions. */
  public int sessionCount() {
    return dependencies.sessions().value();
  }

  private Channel bind(Sockets sockets, ServerTransport transport) {
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(acceptors, eventLoops)
            .channel(transport.serverChannel())
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childOption(
                ChannelOption.WRITE_BUFFER_WATER_MARK,
                new WriteBufferWaterMark(OUTBOUND_BYTES_HIGH / 2, OUTBOUND_BYTES_HIGH))
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    initialize(channel);
                  }
                });
    ChannelFuture bound =
        bootstrap.bind(sockets.host(), dependencies.config().port()).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new ColonnadeException(
          ErrorCode.PORT_UNAVAILABLE,
          "cannot listen: host=%s port=%d cause=%s"
              .formatted(sockets.host(), dependencies.config().port(), bound.cause().getMessage()),
          bound.cause());
    }
    return bound.channel();
  }

  private void initialize(Channel channel) {
    dependencies.connections().opened();
    if (dependencies.handshakes().opened(channel)) {
      dependencies.connections().refused();
    }
    FrontendDecoder decoder = new FrontendDecoder();
    PgConnection connection = new PgConnection(dependencies, decoder);
    channel
        .pipeline()
        .addLast(PgConnection.TRAFFIC, new TrafficCounter(dependencies.connections()))
        .addLast(
            new PgProtocolDetector(
                dependencies.authenticator().tls(), connection::directTlsStarted),
            decoder,
            connection);
    connections.put(channel, connection);
    channel.closeFuture().addListener(closed -> forget(channel));
  }

  private void forget(Channel channel) {
    connections.remove(channel);
    dependencies.connections().closed();
  }

  /**
   * Stops accepting connections, ends idle sessions, and waits up to {@code timeout} for active
   * sessions.
   */
  public void drain(Duration timeout) {
    listening.close().awaitUninterruptibly();
    ColonnadeException why =
        new ColonnadeException(
            ErrorCode.SHUTTING_DOWN, "terminating connection due to administrator command");
    long start = ticker.nanos();
    while (!connections.isEmpty() && ticker.nanos() - start < timeout.toNanos()) {
      connections.forEach((channel, connection) -> end(channel, connection, why));
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private static void end(Channel channel, PgConnection connection, ColonnadeException why) {
    PgSession session = connection.session();
    if (session == null) {
      channel.close();
    } else {
      session.endIdle(why);
    }
  }

  /**
   * Closes all connections at once, which cancels their statements, and ends the threads.
   * Idempotent.
   *
   * @throws IllegalStateException if statements still run after the time limit
   */
  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    EventLoopThreads.endAccepting(acceptors);
    EventLoopThreads.close(eventLoops, connections::keySet);
    try {
      workers.close();
    } finally {
      EventLoopThreads.end(eventLoops);
    }
  }
}
