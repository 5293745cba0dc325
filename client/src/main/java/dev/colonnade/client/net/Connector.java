package dev.colonnade.client.net;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.login.Encryption;
import dev.colonnade.client.login.TargetServer;
import dev.colonnade.protocol.codec.RequestCodec;
import dev.colonnade.protocol.codec.ResponseCodec;
import dev.colonnade.protocol.frame.FrameDecoder;
import dev.colonnade.protocol.frame.FrameEncoder;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.timeout.IdleStateHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLEngine;

/**
 * Opener of connections, which tries the servers round-robin until one of them responds; if the
 * leader is needed, it tries all at once.
 */
final class Connector {
  private static final int READ_BYTES_MIN = 4 * 1024;
  private static final int READ_BYTES_INITIAL = 64 * 1024;
  private static final int READ_BYTES_MAX = 1024 * 1024;

  private final NetConfig config;
  private final EventLoopGroup eventLoops;
  private final LongSupplier nanoClock;

  public Connector(NetConfig config, EventLoopGroup eventLoops, LongSupplier nanoClock) {
    this.config = config;
    this.eventLoops = eventLoops;
    this.nanoClock = nanoClock;
  }

  /**
   * Opens a connection.
   *
   * @param first index of the server that is tried first
   */
  CompletableFuture<ClientConnection> connect(int first) {
    NetConfig.ServerChoice choice = config.choice();
    boolean isSearch = choice.target() == TargetServer.PRIMARY;
    return new ConnectRace(choice.servers(), first, isSearch, this::attempt, this::schedule).run();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // nothing depends on when the channel is closed
  private CompletableFuture<ClientConnection> attempt(InetSocketAddress server) {
    CompletableFuture<ClientConnection> outcome = new CompletableFuture<>();
    ChannelFuture connecting = bootstrap(server, outcome).connect(server);
    connecting.addListener(
        connected -> {
          if (!connected.isSuccess()) {
            outcome.completeExceptionally(
                new ClientException(
                    ClientError.CONNECTION_FAILED,
                    "server cannot be reached: server=" + server,
                    connected.cause()));
          }
        });
    var unused =
        outcome.whenComplete(
            (connection, failure) -> {
              if (failure != null && connecting.channel().isOpen()) {
                connecting.channel().close();
              }
            });
    return outcome;
  }

  private void schedule(Runnable task, long delayMillis) {
    try {
      var unused = eventLoops.next().schedule(task, delayMillis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException shutDown) {
      // The pool is closed, and has failed the callers that wait for the connection.
    }
  }

  private Bootstrap bootstrap(
      InetSocketAddress server, CompletableFuture<ClientConnection> outcome) {
    AdaptiveRecvByteBufAllocator reads =
        new AdaptiveRecvByteBufAllocator(READ_BYTES_MIN, READ_BYTES_INITIAL, READ_BYTES_MAX);
    return new Bootstrap()
        .group(eventLoops)
        .channel(config.sizing().transport().channelClass())
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.SO_KEEPALIVE, true)
        .option(ChannelOption.RECVBUF_ALLOCATOR, reads)
        .option(
            ChannelOption.CONNECT_TIMEOUT_MILLIS,
            Math.toIntExact(config.timing().connectTimeout().toMillis()))
        .handler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                encrypt(channel, server, outcome);
                addHandlers(channel, outcome);
              }
            });
  }

  @SuppressWarnings("FutureReturnValueIgnored") // nothing depends on when the channel is closed
  private void encrypt(
      Channel channel, InetSocketAddress server, CompletableFuture<ClientConnection> outcome) {
    Encryption encryption = config.login().encryption();
    if (!encryption.isOn()) {
      return;
    }
    try {
      SSLEngine engine =
          encryption.context().createSSLEngine(server.getHostString(), server.getPort());
      engine.setUseClientMode(true);
      engine.setSSLParameters(encryption.strengthened(engine.getSSLParameters()));
      SslHandler handler = new SslHandler(engine);
      handler.setHandshakeTimeoutMillis(config.timing().connectTimeout().toMillis());
      channel.pipeline().addLast(handler);
    } catch (IOException | GeneralSecurityException e) {
      outcome.completeExceptionally(
          new ClientException(
              ClientError.CONNECTION_FAILED, "connection cannot be encrypted: " + e, e));
      var unused = channel.close();
    }
  }

  private void addHandlers(Channel channel, CompletableFuture<ClientConnection> outcome) {
    ClientHandshake.Codec codec =
        new ClientHandshake.Codec(
            new FrameDecoder<>(new ResponseCodec(config.limits())),
            new FrameEncoder<>(new RequestCodec(config.limits())));
    long silenceMillis = config.timing().keepAliveInterval().toMillis();
    channel
        .pipeline()
        .addLast(new IdleStateHandler(silenceMillis, 0, 0, TimeUnit.MILLISECONDS))
        .addLast(codec.decoder())
        .addLast(codec.encoder())
        .addLast(new ClientHandshake(config, codec, nanoClock, outcome));
  }
}
