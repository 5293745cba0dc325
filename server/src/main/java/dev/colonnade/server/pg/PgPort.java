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
import dev.colonnade.server.net.transport.ServerTransport;
import dev.colonnade.server.net.transport.TrafficCounter;
import dev.colonnade.server.pg.session.Conversation;
import dev.colonnade.server.pg.session.SessionObserver;
import dev.colonnade.server.pg.wire.FrontendDecoder;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The port on which the PostgreSQL protocol is spoken. */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes its channel
public final class PgPort implements AutoCloseable {
  private static final int BACKLOG = 1024;
  private static final long POLL_NANOS = 1_000_000;
  private static final int OUTBOUND_BYTES_HIGH = 256 * 1024;

  /** Connections beyond those with sessions: who logs in, and who cancels. */
  private static final int SPARE_CONNECTIONS = 64;

  /**
   * The sockets.
   *
   * @param host an address of this machine
   * @param eventLoopThreads that read and write
   */
  public record Sockets(String host, int eventLoopThreads, TransportKind transport) {
    public Sockets {
      requireNonNull(host, "host is null");
      requireNonNull(transport, "transport is null");
    }
  }

  /**
   * What the port serves, and who is told of it.
   *
   * @param doorkeeper says who is let in
   * @param connections is told of connections, refused ones among them
   * @param sessions is told what goes on in sessions
   */
  public record Seams(
      Database database,
      Authenticator doorkeeper,
      NanoTicker ticker,
      ConnectionObserver connections,
      SessionObserver sessions) {
    public Seams {
      requireNonNull(database, "database is null");
      requireNonNull(doorkeeper, "doorkeeper is null");
      requireNonNull(ticker, "ticker is null");
      requireNonNull(connections, "connections is null");
      requireNonNull(sessions, "sessions is null");
    }
  }

  private final PgSeams seams;
  private final NanoTicker ticker;
  private final ExecutorService workers;
  private final EventLoopGroup acceptors;
  private final EventLoopGroup eventLoops;
  private final Channel listening;

  /** The connections that were taken. Written by their event loops. */
  private final Map<Channel, PgConnection> connections = new ConcurrentHashMap<>();

  private PgPort(Sockets sockets, PgConfig config, Seams given) {
    ticker = given.ticker();
    workers =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("colonnade-pg-", 0).factory());
    seams =
        new PgSeams(
            given.database(),
            config,
            given.doorkeeper(),
            new CancelKeys(given.doorkeeper().secureRandom()),
            new SessionCount(config.connectionsMax()),
            given.connections(),
            new Conversation.Seams(workers, config.timeouts().idle(), ticker, given.sessions()));
    ServerTransport transport = ServerTransport.of(sockets.transport());
    acceptors =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("colonnade-pg-accept", true), transport.ioHandlers());
    eventLoops =
        new MultiThreadIoEventLoopGroup(
            sockets.eventLoopThreads(),
            new DefaultThreadFactory("colonnade-pg-net", true),
            transport.ioHandlers());
    try {
      listening = bind(sockets, transport);
    } catch (RuntimeException e) {
      shutDown();
      throw e;
    }
  }

  /**
   * Listens from when this returns.
   *
   * @throws ColonnadeException PORT_UNAVAILABLE if the port is in use, or not allowed
   */
  public static PgPort open(Sockets sockets, PgConfig config, Seams seams) {
    return new PgPort(sockets, config, seams);
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  /** Sessions at this moment. */
  public int sessionCount() {
    return seams.sessions().value();
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
        bootstrap.bind(sockets.host(), seams.config().port()).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new ColonnadeException(
          ErrorCode.PORT_UNAVAILABLE,
          "cannot listen: host=%s port=%d cause=%s"
              .formatted(sockets.host(), seams.config().port(), bound.cause().getMessage()),
          bound.cause());
    }
    return bound.channel();
  }

  private void initialize(Channel channel) {
    if (connections.size() >= seams.config().connectionsMax() + SPARE_CONNECTIONS) {
      seams.connections().refused();
      channel.close();
      return;
    }
    seams.connections().opened();
    FrontendDecoder decoder = new FrontendDecoder();
    PgConnection connection = new PgConnection(seams, decoder);
    channel
        .pipeline()
        .addLast(PgConnection.TRAFFIC, new TrafficCounter(seams.connections()))
        .addLast(
            new FirstBytes(seams.doorkeeper().tls(), connection::beganWithTls),
            decoder,
            connection);
    connections.put(channel, connection);
    channel.closeFuture().addListener(closed -> forget(channel));
  }

  private void forget(Channel channel) {
    connections.remove(channel);
    seams.connections().closed();
  }

  /**
   * Takes no more connections, ends sessions in which nothing goes on, and waits for the others for
   * a while.
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
    Conversation conversation = connection.conversation();
    if (conversation == null) {
      channel.close();
    } else {
      conversation.endIdle(why);
    }
  }

  /** Closes all connections at once, and ends the threads. Closing twice is harmless. */
  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    connections.keySet().forEach(channel -> channel.close().awaitUninterruptibly());
    workers.close();
    shutDown();
  }

  private void shutDown() {
    acceptors.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    eventLoops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
