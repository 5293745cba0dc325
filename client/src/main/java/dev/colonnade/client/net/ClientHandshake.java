package dev.colonnade.client.net;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.login.ChannelBinding;
import dev.colonnade.client.login.ScramClient;
import dev.colonnade.protocol.Feature;
import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolVersion;
import dev.colonnade.protocol.frame.FrameDecoder;
import dev.colonnade.protocol.frame.FrameEncoder;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.frame.ResponseFrame;
import dev.colonnade.protocol.request.Hello;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.request.SessionRequest;
import dev.colonnade.protocol.response.Challenge;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.HelloOk;
import dev.colonnade.protocol.response.Response;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandler;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;

/**
 * Netty handler of the client's handshake, which sends the hello on a new channel, authenticates,
 * and completes a connection when the server has accepted it.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures close the channel
final class ClientHandshake extends ChannelInboundHandlerAdapter {
  /** Frame codec, which is notified of the end of the handshake. */
  record Codec(FrameDecoder<ResponseFrame> decoder, FrameEncoder<RequestFrame> encoder) {}

  private final NetConfig config;
  private final Codec codec;
  private final LongSupplier nanoClock;
  private final CompletableFuture<ClientConnection> outcome;
  private @Nullable ScramClient proof;

  public ClientHandshake(
      NetConfig config,
      Codec codec,
      LongSupplier nanoClock,
      CompletableFuture<ClientConnection> outcome) {
    this.config = config;
    this.codec = codec;
    this.nanoClock = nanoClock;
    this.outcome = outcome;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    Hello hello =
        new Hello(
            ProtocolVersion.OLDEST,
            ProtocolVersion.CURRENT,
            config.login().identity(),
            Feature.ofClient(config.features()),
            config.limits().frameBytesMax());
    send(context, hello);
    context
        .executor()
        .schedule(
            () -> fail(context, "server did not complete the handshake in time"),
            config.timing().connectTimeout().toMillis(),
            TimeUnit.MILLISECONDS);
    context.fireChannelActive();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (!(message instanceof ResponseFrame frame)) {
      context.fireChannelRead(message);
      return;
    }
    Response response = frame.response();
    if (response instanceof HelloOk ok && isSupported(ok.version())) {
      open(context, ok);
    } else if (response instanceof Challenge challenge) {
      respond(context, challenge);
    } else if (response instanceof ErrorResponse error) {
      fail(context, new ClientException(error));
    } else {
      response.release();
      fail(
          context,
          "server sent an unexpected response during the handshake: type=" + response.type());
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    fail(context, "connection was closed during the handshake");
    context.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    fail(
        context,
        cause instanceof ClientException clientFailure
            ? clientFailure
            : new ClientException(
                ClientError.CONNECTION_FAILED, "handshake failed: " + cause, cause));
  }

  private void respond(ChannelHandlerContext context, Challenge challenge) {
    proof(context).respond(challenge).ifPresent(response -> send(context, response));
  }

  /**
   * Sends a message, and fails the handshake if it cannot be sent, because a failed write alone
   * closes no channel.
   */
  private void send(ChannelHandlerContext context, Request message) {
    context
        .writeAndFlush(RequestFrame.of(FrameLayout.CONNECTION_STREAM_ID, message))
        .addListener(
            written -> {
              if (!written.isSuccess()) {
                exceptionCaught(context, written.cause());
              }
            });
  }

  private ScramClient proof(ChannelHandlerContext context) {
    ScramClient started = proof;
    if (started == null) {
      started = new ScramClient(config.login(), certificateHash(context), new SecureRandom());
      proof = started;
    }
    return started;
  }

  private static byte[] certificateHash(ChannelHandlerContext context) {
    SslHandler encryption = context.pipeline().get(SslHandler.class);
    if (encryption == null) {
      return new byte[0];
    }
    try {
      return ChannelBinding.of(encryption.engine().getSession());
    } catch (SSLPeerUnverifiedException | GeneralSecurityException e) {
      throw new ClientException(ClientError.LOGIN_FAILED, "no certificate to bind to: " + e, e);
    }
  }

  private void open(ChannelHandlerContext context, HelloOk ok) {
    if (proof != null) {
      proof.requireVerified();
    }
    if (!config.choice().target().accepts(ok)) {
      fail(
          context,
          "server is not a %s".formatted(config.choice().target().name().toLowerCase(Locale.ROOT)));
      return;
    }
    codec.decoder().handshakeDone(config.limits().frameBytesMax());
    codec.encoder().handshakeDone(ok.limits().frameBytesMax());
    int inFlightMax =
        Math.min(config.sizing().requestsInFlightMax(), ok.limits().requestsInFlightMax());
    CallTable calls = new CallTable(inFlightMax, nanoClock);
    context.pipeline().addLast(calls);
    context.pipeline().remove(this);
    int requestsMax = Math.addExact(inFlightMax, config.sizing().requestsWaitingMax());
    ClientConnection connection = new ClientConnection(context.channel(), ok, calls, requestsMax);
    setStaleness(connection, ok);
    if (!outcome.complete(connection)) {
      context.close();
    }
  }

  /**
   * Bounds the age of reads on a follower. The server handles requests of a connection in their
   * order, so that the bound is set before the first read.
   */
  private void setStaleness(ClientConnection connection, HelloOk ok) {
    long millis = config.choice().followerStalenessMillisMax();
    if (millis != NetConfig.ServerChoice.ANY_AGE && ok.features().contains(Feature.FOLLOWER)) {
      var unused = connection.submit(new StalenessSetting(connection, millis));
    }
  }

  /** Setting of the bound, without which the connection is not used. */
  private static final class StalenessSetting extends Call {
    private final ClientConnection connection;

    StalenessSetting(ClientConnection connection, long millis) {
      super(
          new SessionRequest.SetSetting("follower_read_staleness", Long.toString(millis)),
          Deadline.NONE);
      this.connection = connection;
    }

    @Override
    protected void onResponse(Response response, boolean isLast) {
      response.release();
      if (response instanceof ErrorResponse) {
        connection.close();
      }
    }

    @Override
    protected void onFailure(ClientException failure, boolean sent) {
      connection.close();
    }
  }

  private void fail(ChannelHandlerContext context, String message) {
    fail(context, new ClientException(ClientError.CONNECTION_FAILED, message));
  }

  private void fail(ChannelHandlerContext context, ClientException failure) {
    if (outcome.completeExceptionally(failure)) {
      context.close();
    }
  }

  private static boolean isSupported(ProtocolVersion version) {
    return version.compareTo(ProtocolVersion.OLDEST) >= 0
        && version.compareTo(ProtocolVersion.CURRENT) <= 0;
  }
}
