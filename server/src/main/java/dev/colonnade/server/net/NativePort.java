package dev.colonnade.server.net;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.codec.FrameDecoder;
import dev.colonnade.protocol.codec.FrameEncoder;
import dev.colonnade.protocol.codec.RequestFormat;
import dev.colonnade.protocol.codec.ResponseFormat;
import dev.colonnade.protocol.request.RequestFrame;
import dev.colonnade.protocol.response.ResponseFrame;
import dev.colonnade.server.config.NetworkConfig;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.handler.timeout.IdleStateHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The port on which the native protocol is spoken. */
@SuppressWarnings(
    "FutureReturnValueIgnored") // Netty tells of failures by exceptionCaught and promises
public final class NativePort implements AutoCloseable {
  private static final int BACKLOG = 1024;
  private static final long POLL_NANOS = 1_000_000;

  /** What a port is plugged into. */
  public record Seams(
      Greeting greeting,
      NetworkConfig config,
      ConnectionObserver connections,
      RequestObserver requests,
      NanoTicker ticker) {
    public Seams {
      requireNonNull(greeting, "greeting is null");
      requireNonNull(config, "config is null");
      requireNonNull(connections, "connections is null");
      requireNonNull(requests, "requests is null");
      requireNonNull(ticker, "ticker is null");
    }
  }

  /**
   * The sockets.
   *
   * @param host an address of this machine
   * @param port 0 for any that is free
   * @param eventLoopThreads that read and write
   */
  public record Sockets(String host, int port, int eventLoopThreads) {
    public Sockets {
      requireNonNull(host, "host is null");
    }
  }

  private final Seams seams;
  private final InboundBudget budget;
  private final EventLoopGroup acceptors;
  private final EventLoopGroup eventLoops;
  private final Channel listening;

  /** The connections that were taken, refused ones left out. Written by their event loops. */
  private final Map<Channel, Connection> connections = new ConcurrentHashMap<>();

  private NativePort(Sockets sockets, Seams seams) {
    this.seams = requireNonNull(seams, "seams is null");
    this.budget = new InboundBudget(seams.config().inboundBytesMax());
    Transport transport = Transport.of(seams.config().transport());
    acceptors =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("colonnade-accept", true), transport.ioHandlers());
    eventLoops =
        new MultiThreadIoEventLoopGroup(
            sockets.eventLoopThreads(),
            new DefaultThreadFactory("colonnade-net", true),
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
  public static NativePort open(Sockets sockets, Seams seams) {
    return new NativePort(sockets, seams);
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  /** Connections at this moment. */
  public int connectionCount() {
    return connections.size();
  }

  private Channel bind(Sockets sockets, Transport transport) {
    int high = 2 * seams.config().outboundBytesMax();
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
        new FrameDecoder<>(new RequestFormat(seams.config().protocol()));
    FrameEncoder<ResponseFrame> encoder =
        new FrameEncoder<>(new ResponseFormat(seams.config().protocol()));
    Duration idle = seams.config().timeouts().idle();
    if (!idle.isZero()) {
      channel
          .pipeline()
          .addLast(new IdleStateHandler(idle.toMillis(), 0, 0, TimeUnit.MILLISECONDS));
    }
    channel
        .pipeline()
        .addLast(
            new TrafficCounter(seams.connections()),
            new TlsDetector(seams.greeting().doorkeeper().tls()),
            decoder,
            encoder);
    if (connections.size() >= seams.config().connectionsMax()) {
      refuse(channel);
      return;
    }
    connections.put(
        channel,
        Connection.install(seams, budget, new Connection.Codec(decoder, encoder), channel));
    channel.closeFuture().addListener(closed -> connections.remove(channel));
  }

  private void refuse(Channel channel) {
    seams.connections().refused();
    channel
        .writeAndFlush(
            new ResponseFrame(
                FrameLayout.CONNECTION_STREAM_ID,
                Errors.response(
                    ErrorCode.TOO_MANY_CONNECTIONS,
                    "too many connections: max=" + seams.config().connectionsMax())))
        .addListener(ChannelFutureListener.CLOSE);
  }

  /**
   * Takes no more connections, and closes those that are there once their requests are answered.
   */
  public void drain(Duration timeout) {
    listening.close().awaitUninterruptibly();
    connections.values().forEach(Connection::drain);
    long start = seams.ticker().nanos();
    while (!connections.isEmpty() && seams.ticker().nanos() - start < timeout.toNanos()) {
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  /** Closes all connections at once, and ends the threads. Closing twice is harmless. */
  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    connections.keySet().forEach(channel -> channel.close().awaitUninterruptibly());
    shutDown();
  }

  private void shutDown() {
    acceptors.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    eventLoops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
