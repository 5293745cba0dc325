package dev.colonnade.server.admin.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.config.HttpConfig;
import dev.colonnade.server.net.transport.ConnectionLimiter;
import dev.colonnade.server.net.transport.EventLoopThreads;
import dev.colonnade.server.net.transport.TlsDetector;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * HTTP server socket. It has its own threads, so that it responds also when the rest of the server
 * is busy: one for all sockets, two that compute pages.
 */
public final class HttpPort implements AutoCloseable {
  /** Number of page threads: two, so that a slow page does not block {@code /health}. */
  private static final int PAGE_THREADS = 2;

  private static final int BACKLOG = 64;
  private static final long CLOSE_WAIT_SECONDS = 5;

  private final HttpSite site;
  private final ConnectionLimiter limiter;
  private final HttpConfig config;
  private final HttpCounters counters;
  private final ThreadPoolExecutor pageThreads;
  private final EventLoopGroup eventLoop;
  private final Channel listening;

  /** Accepted connections. */
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);

  private HttpPort(String host, int port, HttpConfig config, HttpSite site) {
    this.site = requireNonNull(site, "site is null");
    this.config = requireNonNull(config, "config is null");
    counters = new HttpCounters();
    limiter = new ConnectionLimiter(config.connectionsMax());
    // No connection has more than one request in progress, so that the queue is never full.
    pageThreads =
        new ThreadPoolExecutor(
            PAGE_THREADS,
            PAGE_THREADS,
            0,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(config.connectionsMax()),
            new DefaultThreadFactory("colonnade-http-pages", true));
    eventLoop =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("colonnade-http", true), NioIoHandler.newFactory());
    try {
      listening = bind(host, port);
    } catch (RuntimeException e) {
      shutDown();
      throw e;
    }
  }

  /**
   * Opens a port, which is listening when this returns.
   *
   * @param port port number; 0 for any free port
   * @throws ColonnadeException PORT_UNAVAILABLE if the port is in use, or not allowed
   */
  public static HttpPort open(String host, int port, HttpConfig config, HttpSite site) {
    return new HttpPort(host, port, config, site);
  }

  /** Returns the listen address. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.localAddress();
  }

  public HttpStatistics statistics() {
    return counters.statistics();
  }

  private Channel bind(String host, int port) {
    ChannelFuture bound =
        new ServerBootstrap()
            .group(eventLoop)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, BACKLOG)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    initialize(channel);
                  }
                })
            .bind(host, port)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new ColonnadeException(
          ErrorCode.PORT_UNAVAILABLE,
          "cannot listen: host=%s port=%d cause=%s"
              .formatted(host, port, bound.cause().getMessage()),
          bound.cause());
    }
    return bound.channel();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // nothing waits for a closed connection
  private void initialize(Channel channel) {
    counters.opened();
    connections.add(channel);
    channel.closeFuture().addListener(closed -> counters.closed());
    if (limiter.opened(channel)) {
      counters.replaced();
    }
    HttpDeadlines deadlines = new HttpDeadlines(config, counters, limiter);
    channel.pipeline().addLast(deadlines);
    if (site.tls() != null) {
      channel.pipeline().addLast(new TlsDetector(site.tls()));
    }
    channel
        .pipeline()
        .addLast(new HttpDetector())
        .addLast(new HttpServerCodec(decoderConfig()))
        .addLast(new HttpObjectAggregator(config.requestBytesMax(), true))
        .addLast(new FlowControlHandler())
        .addLast(new HttpRequestHandler(site, pageThreads, deadlines, counters));
  }

  private HttpDecoderConfig decoderConfig() {
    return new HttpDecoderConfig()
        .setMaxInitialLineLength(config.requestBytesMax())
        .setMaxHeaderSize(config.requestBytesMax())
        .setMaxChunkSize(config.requestBytesMax());
  }

  /** Closes all connections and stops the threads. Idempotent. */
  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    shutDown();
  }

  private void shutDown() {
    // First the page threads, which pass responses to the event loop, then the event loop.
    pageThreads.shutdown();
    try {
      if (!pageThreads.awaitTermination(CLOSE_WAIT_SECONDS, TimeUnit.SECONDS)) {
        pageThreads.shutdownNow();
      }
    } catch (InterruptedException e) {
      pageThreads.shutdownNow();
      Thread.currentThread().interrupt();
    }
    EventLoopThreads.close(eventLoop, () -> connections);
    EventLoopThreads.end(eventLoop);
  }

  /**
   * Handler of the first bytes of a connection: responds to clients of the native protocol and of
   * that of PostgreSQL at once, which would wait for their timeout otherwise, because their
   * messages have no end of a line. Removes itself in front of a request.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // the connection closes either way
  private static final class HttpDetector extends ByteToMessageDecoder {
    /** Length of a frame, or of a message: it has bytes that no method has. */
    private static final int LENGTH_BYTES = 4;

    private static final int PRINTABLE_MIN = ' ';
    private static final int PRINTABLE_MAX = '~';
    private static final String RESPONSE =
        "this port serves HTTP, neither the native protocol nor that of PostgreSQL\n";

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
      if (in.readableBytes() < LENGTH_BYTES) {
        return;
      }
      if (isText(in)) {
        context.pipeline().remove(this);
        return;
      }
      in.skipBytes(in.readableBytes());
      String head =
          "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n"
              + "Content-Length: %d\r\n\r\n".formatted(RESPONSE.length());
      context
          .writeAndFlush(Unpooled.copiedBuffer(head + RESPONSE, US_ASCII))
          .addListener(ChannelFutureListener.CLOSE);
    }

    /** Returns whether all bytes may begin a request; one may follow ends of lines. */
    private static boolean isText(ByteBuf in) {
      for (int i = in.readerIndex(); i < in.readerIndex() + LENGTH_BYTES; i++) {
        byte next = in.getByte(i);
        boolean isPrintable = next >= PRINTABLE_MIN && next <= PRINTABLE_MAX;
        if (!isPrintable && next != '\r' && next != '\n') {
          return false;
        }
      }
      return true;
    }
  }
}
