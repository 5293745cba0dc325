package dev.colonnade.server.pg;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.auth.ScramExchange;
import dev.colonnade.server.auth.TlsContext;
import dev.colonnade.server.pg.session.Conversation;
import dev.colonnade.server.pg.session.Reports;
import dev.colonnade.server.pg.wire.BackendWriter;
import dev.colonnade.server.pg.wire.FrontendDecoder;
import dev.colonnade.server.pg.wire.FrontendMessage;
import dev.colonnade.server.pg.wire.Report;
import dev.colonnade.server.pg.wire.SaslMessage;
import dev.colonnade.server.pg.wire.WireException;
import dev.colonnade.sql.SqlSession;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's end of one connection, from its opening until it is known who the client is; from
 * then on it gives messages to the conversation. Belongs to its event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes the channel
final class PgConnection extends ChannelInboundHandlerAdapter {
  /** The name of the handler that counts bytes: encryption comes behind it. */
  static final String TRAFFIC = "traffic";

  private static final Logger LOG = LoggerFactory.getLogger(PgConnection.class);

  /** The life of a connection before it has a session. */
  private enum State {
    /** Nothing was said, or only whether to encrypt. */
    NEW,
    /** The client has to choose a way to show who it is. */
    CHOOSING,
    /** The client has to prove who it is. */
    PROVING,
    /** It is known who the client is. */
    OPEN,
    /** Takes nothing more; closed as soon as the last word is out. */
    ENDED
  }

  private final PgSeams seams;
  private final FrontendDecoder decoder;
  private State state = State.NEW;
  private boolean isTlsFromTheStart;
  private boolean hasAskedForTls;
  private boolean hasAskedForGss;
  private boolean isCounted;
  private FrontendMessage.@Nullable Startup startup;
  private @Nullable ScramExchange scram;

  /** Written by the event loop, once. */
  private volatile @Nullable Conversation conversation;

  private CancelKeys.@Nullable Key key;

  PgConnection(PgSeams seams, FrontendDecoder decoder) {
    this.seams = requireNonNull(seams, "seams is null");
    this.decoder = requireNonNull(decoder, "decoder is null");
  }

  /** The client began with TLS at once. */
  void beganWithTls() {
    isTlsFromTheStart = true;
  }

  /** The session, once it is known whose; null before. */
  @Nullable Conversation conversation() {
    return conversation;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    long millis = seams.config().timeouts().authentication().toMillis();
    context.executor().schedule(() -> expire(context), millis, TimeUnit.MILLISECONDS);
  }

  private void expire(ChannelHandlerContext context) {
    if (state != State.OPEN && state != State.ENDED) {
      LOG.debug("authentication took too long: peer={}", context.channel().remoteAddress());
      state = State.ENDED;
      context.close();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    FrontendMessage received = (FrontendMessage) message;
    seams.conversations().observer().received(received);
    switch (state) {
      case OPEN -> requireNonNull(conversation, "no conversation").receive(received);
      case ENDED -> received.release();
      case NEW -> begin(context, received);
      case CHOOSING, PROVING -> authenticate(context, received);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    Conversation open = conversation;
    if (open != null) {
      open.readComplete();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    Conversation open = conversation;
    if (open != null) {
      open.writabilityChanged();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    state = State.ENDED;
    if (key != null) {
      seams.cancelKeys().remove(key);
    }
    Conversation open = conversation;
    if (open != null) {
      open.closed();
    }
    if (isCounted) {
      seams.sessions().leave();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Throwable root =
        cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause;
    if (root instanceof WireException wire) {
      fail(context, wire.toColonnade());
    } else if (root instanceof SSLException || root instanceof IOException) {
      LOG.debug("closing a connection: peer={}", context.channel().remoteAddress(), root);
      state = State.ENDED;
      context.close();
    } else {
      LOG.error("closing a connection: peer={}", context.channel().remoteAddress(), root);
      state = State.ENDED;
      context.close();
    }
  }

  private void begin(ChannelHandlerContext context, FrontendMessage message) {
    try {
      switch (message) {
        case FrontendMessage.SslRequest _ -> answerTlsRequest(context);
        case FrontendMessage.GssEncRequest _ -> {
          requireFirst(hasAskedForGss, "GSSAPI");
          hasAskedForGss = true;
          context.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {'N'}));
        }
        case FrontendMessage.CancelRequest(int processId, int secret) -> {
          seams.cancelKeys().cancel(processId, secret);
          state = State.ENDED;
          context.close();
        }
        case FrontendMessage.Startup asked -> start(context, asked);
        default -> throw unexpected(message);
      }
    } catch (ColonnadeException e) {
      fail(context, e);
    }
  }

  private void answerTlsRequest(ChannelHandlerContext context) {
    requireFirst(hasAskedForTls || isTlsFromTheStart, "TLS");
    hasAskedForTls = true;
    TlsContext tls = seams.doorkeeper().tls();
    if (tls == null) {
      context.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {'N'}));
      return;
    }
    // The answer is the last that is not encrypted.
    context.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {'S'}));
    context.pipeline().addAfter(TRAFFIC, "tls", tls.newHandler(context.alloc()));
  }

  private static void requireFirst(boolean hasAsked, String what) {
    if (hasAsked) {
      throw new ColonnadeException(
          ErrorCode.PROTOCOL_VIOLATION, "encryption was asked for twice: kind=" + what);
    }
  }

  private void start(ChannelHandlerContext context, FrontendMessage.Startup asked) {
    requireProtocolOfTls(context);
    requireNoReplication(asked.parameters());
    String user = asked.parameters().getOrDefault("user", "");
    if (user.isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_AUTHORIZATION, "no PostgreSQL user name specified in startup packet");
    }
    if (!seams.sessions().enter()) {
      seams.connections().refused();
      throw new ColonnadeException(
          ErrorCode.TOO_MANY_CONNECTIONS, "sorry, too many clients already");
    }
    isCounted = true;
    startup = asked;
    negotiate(context, asked);
    if (!seams.doorkeeper().isAuthenticationRequired(context.channel().remoteAddress())) {
      open(context, asked);
      return;
    }
    boolean isEncrypted = context.pipeline().get(SslHandler.class) != null;
    ScramExchange exchange = seams.doorkeeper().beginScram(user, isEncrypted);
    scram = exchange;
    state = State.CHOOSING;
    send(context, out -> out.authenticationSasl(exchange.mechanisms()));
  }

  /** Who begins with TLS at once says by its protocol that it knows what it does. */
  private void requireProtocolOfTls(ChannelHandlerContext context) {
    SslHandler handler = context.pipeline().get(SslHandler.class);
    if (isTlsFromTheStart
        && (handler == null || !TlsContext.PROTOCOL.equals(handler.applicationProtocol()))) {
      throw new ColonnadeException(
          ErrorCode.PROTOCOL_VIOLATION,
          "received direct SSL connection request without ALPN protocol negotiation extension");
    }
  }

  private static void requireNoReplication(Map<String, String> parameters) {
    String replication = parameters.getOrDefault("replication", "false");
    if (!List.of("false", "off", "no", "0").contains(replication)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "replication connections are not supported");
    }
  }

  private static void negotiate(ChannelHandlerContext context, FrontendMessage.Startup asked) {
    List<String> unknown = new ArrayList<>();
    for (String name : asked.parameters().keySet()) {
      if (name.startsWith("_pq_.")) {
        unknown.add(name);
      }
    }
    if (asked.minorVersion() > 0 || !unknown.isEmpty()) {
      send(context, out -> out.negotiateProtocolVersion(unknown));
    }
  }

  private void authenticate(ChannelHandlerContext context, FrontendMessage message) {
    try {
      if (!(message instanceof FrontendMessage.Password(byte[] content))) {
        message.release();
        throw new ColonnadeException(
            ErrorCode.PROTOCOL_VIOLATION,
            "expected SASL response, got message type " + message.getClass().getSimpleName());
      }
      ScramExchange exchange = requireNonNull(scram, "scram is null");
      if (state == State.CHOOSING) {
        SaslMessage first = SaslMessage.initial(content);
        String answer = exchange.first(first.mechanism(), first.response());
        state = State.PROVING;
        send(context, out -> out.authenticationSaslContinue(answer));
        return;
      }
      String proof = exchange.last(SaslMessage.response(content));
      send(context, out -> out.authenticationSaslFinal(proof));
      open(context, requireNonNull(startup, "startup is null"));
    } catch (ColonnadeException e) {
      fail(context, e);
    }
  }

  private void open(ChannelHandlerContext context, FrontendMessage.Startup asked) {
    seams.doorkeeper().requireUser(asked.parameters().getOrDefault("user", ""));
    SqlSession session = SessionStart.open(seams.database(), asked.parameters());
    Conversation opened = new Conversation(seams.conversations(), context.channel(), session);
    conversation = opened;
    scram = null;
    startup = null;
    CancelKeys.Key given = seams.cancelKeys().register(opened, session.number());
    key = given;
    decoder.allow(seams.config().messageBytesMax());
    state = State.OPEN;
    opened.start(given.processId(), given.secret());
  }

  private static ColonnadeException unexpected(FrontendMessage message) {
    message.release();
    return new ColonnadeException(
        ErrorCode.PROTOCOL_VIOLATION,
        "message is not expected here: " + message.getClass().getSimpleName());
  }

  private void fail(ChannelHandlerContext context, ColonnadeException failure) {
    if (state == State.ENDED) {
      return;
    }
    state = State.ENDED;
    Report report = Reports.fatal(failure);
    seams.conversations().observer().failed(report.sqlState());
    ByteBuf out = context.alloc().buffer();
    new BackendWriter(out).errorResponse(report);
    context.writeAndFlush(out).addListener(ChannelFutureListener.CLOSE);
  }

  private static void send(ChannelHandlerContext context, Consumer<BackendWriter> write) {
    ByteBuf out = context.alloc().buffer();
    write.accept(new BackendWriter(out));
    context.writeAndFlush(out);
  }
}
