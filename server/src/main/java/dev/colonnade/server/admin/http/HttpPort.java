package dev.colonnade.server.admin.http;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.config.HttpConfig;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.flow.FlowControlHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A port on which pages are read. It has threads of its own, so that it answers also when the rest
 * of the server is busy: one for all sockets, two that make pages.
 */
public final class HttpPort implements AutoCloseable {
  /** Two, so that a page that takes long does not keep {@code /health} from being answered. */
  private static final int PAGE_THREADS = 2;

  private static final int BACKLOG = 64;
  private static final long CLOSE_WAIT_SECONDS = 5;

  private final Map<String, HttpPage> pages;
  private final HttpConfig config;
  private final HttpCounters counters;
  private final ThreadPoolExecutor pageMakers;
  private final EventLoopGroup eventLoop;
  private final Channel listening;

  private HttpPort(String host, int port, HttpConfig config, Map<String, HttpPage> pages) {
    this.pages = Map.copyOf(pages);
    this.config = requireNonNull(config, "config is null");
    counters = new HttpCounters(config.connectionsMax());
    // No connection has more than one request under way, so that the queue is never full.
    pageMakers =
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
   * Listens from when this returns.
   *
   * @param port 0 for any that is free
   * @param pages by their paths, such as {@code /health}
   * @throws ColonnadeException PORT_UNAVAILABLE if the port is in use, or not allowed
   */
  public static HttpPort open(
      String host, int port, HttpConfig config, Map<String, HttpPage> pages) {
    return new HttpPort(host, port, config, pages);
  }

  /** Where it listens. */
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

  @SuppressWarnings("FutureReturnValueIgnored") // a refused connection is only closed
  private void initialize(Channel channel) {
    if (!counters.tryOpen()) {
      channel.close();
      return;
    }
    channel.closeFuture().addListener(closed -> counters.closed());
    HttpDeadlines deadlines = new HttpDeadlines(config, counters);
    channel
        .pipeline()
        .addLast(deadlines)
        .addLast(new HttpServerCodec(decoderConfig()))
        .addLast(new HttpObjectAggregator(config.requestBytesMax(), true))
        .addLast(new FlowControlHandler())
        .addLast(new HttpExchange(pages, pageMakers, deadlines, counters));
  }

  private HttpDecoderConfig decoderConfig() {
    return new HttpDecoderConfig()
        .setMaxInitialLineLength(config.requestBytesMax())
        .setMaxHeaderSize(config.requestBytesMax())
        .setMaxChunkSize(config.requestBytesMax());
  }

  /** Closes all connections and ends the threads. Closing twice is harmless. */
  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    shutDown();
  }

  private void shutDown() {
    // First those that hand answers to the event loop, then the event loop.
    pageMakers.shutdown();
    try {
      if (!pageMakers.awaitTermination(CLOSE_WAIT_SECONDS, TimeUnit.SECONDS)) {
        pageMakers.shutdownNow();
      }
    } catch (InterruptedException e) {
      pageMakers.shutdownNow();
      Thread.currentThread().interrupt();
    }
    eventLoop.shutdownGracefully(0, CLOSE_WAIT_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
