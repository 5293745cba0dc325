package dev.colonnade.server.net;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.codec.RequestCodec;
import dev.colonnade.protocol.codec.ResponseCodec;
import dev.colonnade.protocol.frame.FrameDecoder;
import dev.colonnade.protocol.frame.FrameEncoder;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.frame.ResponseFrame;
import dev.colonnade.server.net.transport.ConnectionLimiter;
import dev.colonnade.server.net.transport.EventLoopThreads;
import dev.colonnade.server.net.transport.ServerTransport;
import dev.colonnade.server.net.transport.SessionLimiter;
import dev.colonnade.server.net.transport.TlsDetector;
import dev.colonnade.server.net.transport.TrafficCounter;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.timeout.IdleStateHandler;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Server socket of the native protocol. */
@SuppressWarnings(
    "FutureReturnValueIgnored") // Netty reports failures by exceptionCaught and promises
public final class NativePort implements AutoCloseable {
  private static final int BACKLOG = 1024;
  private static final long POLL_NANOS = 1_000_000;

  /** Connections before their login, beyond the session limit. */
  private static final int SPARE_CONNECTIONS = 64;

  /**
   * Listen address and event loop count.
   *
   * @param host name or address of a local interface
   * @param port port number; 0 for any free port
   * @param eventLoopThreads number of threads that read and write sockets
   */
  public record Sockets(String host, int port, int eventLoopThreads) {
    public Sockets {
      requireNonNull(host, "host is null");
    }
  }

  private final NativePortDependencies dependencies;
  private final ServerConnection.Shared shared;
  private final EventLoopGroup acceptors;
  private final EventLoopGroup eventLoops;
  private final Channel listening;

  /** Accepted connections, without rejected ones. Written by their event loops. */
  private final Map<Channel, ServerConnection> connections = new ConcurrentHashMap<>();

  private NativePort(Sockets sockets, NativePortDependencies dependencies) {
    this.dependencies = requireNonNull(dependencies, "dependencies is null");
    int sessions = dependencies.config().connectionsMax();
    this.shared =
        new ServerConnection.Shared(
            new InboundBudget(dependencies.config().inboundBytesMax()),
            new SessionLimiter(sessions),
            new ConnectionLimiter(sessions + SPARE_CONNECTIONS));
    ServerTransport transport = ServerTransport.of(dependencies.config().transport());
    acceptors =
        new MultiThreadIoEventLoopGroup(
            1, EventLoopThreads.of("colonnade-accept"), transport.ioHandlers());
    eventLoops =
        new MultiThreadIoEventLoopGroup(
            sockets.eventLoopThreads(),
            EventLoopThreads.of("colonnade-net"),
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
   * Opens a port, which is listening when this returns.
   *
   * @throws ColonnadeException PORT_UNAVAILABLE if the port is in use, or not allowed
   */
  public static NativePort open(Sockets sockets, NativePortDependencies dependencies) {
    return new NativePort(sockets, dependencies);
  }

  /** Returns the listen address. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  /** Returns the number of open connections. */
  public int connectionCount() {
    return connections.size();
  }

  private Channel bind(Sockets sockets, ServerTransport transport) {
    int high = 2 * dependencies.config().outboundBytesMax();
    ServerBootstrap bootstrap =
        new ServerBootstrap()
            .group(acceptors, eventLoops)
            .channel(transport.serverChannel())
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true)
            .childOption(
                ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(high / 2, high))
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    initialize(channel);
                  }
                });
    ChannelFuture bound = bootstrap.bind(sockets.host(), sockets.port()).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new ColonnadeException(
          ErrorCode.PORT_UNAVAILABLE,
          "cannot listen: host="
              + sockets.host()
              + " port="
              + sockets.port()
              + " cause="
              + bound.cause().getMessage(),
          bound.cause());
    }
    return bound.channel();
  }

  private void initialize(Channel channel) {
    FrameDecoder<RequestFrame> decoder =
        new FrameDecoder<>(new RequestCodec(dependencies.config().protocol()));
    FrameEncoder<ResponseFrame> encoder =
        new FrameEncoder<>(new ResponseCodec(dependencies.config().protocol()));
    Duration idle = dependencies.config().timeouts().idle();
    if (!idle.isZero()) {
      channel
          .pipeline()
          .addLast(new IdleStateHandler(idle.toMillis(), 0, 0, TimeUnit.MILLISECONDS));
    }
    channel
        .pipeline()
        .addLast(
            new TrafficCounter(dependencies.connections()),
            new TlsDetector(dependencies.serverHello().authenticator().tls()),
            decoder,
            encoder);
    if (shared.handshakes().opened(channel)) {
      dependencies.connections().refused();
    }
    connections.put(
        channel,
        ServerConnection.install(
            dependencies, shared, new ServerConnection.Codec(decoder, encoder), channel));
    channel.closeFuture().addListener(closed -> connections.remove(channel));
  }

  /**
   * Stops accepting connections, and closes the open ones once their requests are completed.
   * Returns when all are closed or {@code timeout} has elapsed.
   */
  public void drain(Duration timeout) {
    listening.close().awaitUninterruptibly();
    connections.values().forEach(ServerConnection::drain);
    long start = dependencies.ticker().nanos();
    while (!connections.isEmpty() && dependencies.ticker().nanos() - start < timeout.toNanos()) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Closes all connections at once, and stops the threads. Idempotent. */
  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    EventLoopThreads.endAccepting(acceptors);
    EventLoopThreads.close(eventLoops, connections::keySet);
    EventLoopThreads.end(eventLoops);
  }
}
