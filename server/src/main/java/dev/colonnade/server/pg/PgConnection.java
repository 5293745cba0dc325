package dev.colonnade.server.pg;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.auth.LoginAttempt;
import dev.colonnade.server.auth.ScramExchange;
import dev.colonnade.server.auth.TlsContext;
import dev.colonnade.server.pg.session.ErrorReports;
import dev.colonnade.server.pg.session.PgSession;
import dev.colonnade.server.pg.wire.BackendWriter;
import dev.colonnade.server.pg.wire.ErrorReport;
import dev.colonnade.server.pg.wire.FrontendDecoder;
import dev.colonnade.server.pg.wire.FrontendMessage;
import dev.colonnade.server.pg.wire.PgProtocolException;
import dev.colonnade.server.pg.wire.SaslMessage;
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
 * Server side of one PostgreSQL connection: encryption request, startup message and SASL
 * authentication. Passes messages to the session once the client is authenticated. Confined to its
 * event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a write that fails closes the channel
final class PgConnection extends ChannelInboundHandlerAdapter {
  /** Name of the handler that counts bytes; the TLS handler is added after it. */
  static final String TRAFFIC = "traffic";

  /** Name of the protocol in the audit log. */
  private static final String PORT = "pg";

  private static final Logger LOG = LoggerFactory.getLogger(PgConnection.class);

  /** Life cycle of a connection. */
  private enum State {
    /** Expects the startup message, an encryption request or a cancel request. */
    AWAITING_STARTUP,
    /** Expects the SASLInitialResponse, which selects a mechanism. */
    AWAITING_SASL_INITIAL,
    /** Expects the SASLResponse with the client's proof. */
    AWAITING_SASL_RESPONSE,
    /** Waits, after failed logins from the same address, before the proof is verified. */
    VERIFYING,
    /** The client is authenticated and the session is open. */
    OPEN,
    /** Ignores all messages; closed as soon as the last response is sent. */
    CLOSING
  }

  private final PgConnectionDependencies dependencies;
  private final FrontendDecoder decoder;
  private State state = State.AWAITING_STARTUP;
  private boolean isDirectTls;
  private boolean hasRequestedTls;
  private boolean hasRequestedGss;
  private boolean hasSessionPermit;
  private FrontendMessage.@Nullable Startup startup;
  private @Nullable LoginAttempt attempt;
  private @Nullable ScramExchange scram;

  /** Written by the event loop, once. */
  private volatile @Nullable PgSession session;

  private CancelKeyRegistry.@Nullable Key key;

  PgConnection(PgConnectionDependencies dependencies, FrontendDecoder decoder) {
    this.dependencies = requireNonNull(dependencies, "dependencies is null");
    this.decoder = requireNonNull(decoder, "decoder is null");
  }

  /** Records that the client starts the TLS handshake without an SSLRequest. */
  void directTlsStarted() {
    isDirectTls = true;
  }

  /** Returns the session; null before authentication. */
  @Nullable PgSession session() {
    return session;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    long millis = dependencies.config().timeouts().authentication().toMillis();
    context.executor().schedule(() -> expire(context), millis, TimeUnit.MILLISECONDS);
  }

  private void expire(ChannelHandlerContext context) {
    if (state != State.OPEN && state != State.CLOSING) {
      LOG.debug("authentication took too long: peer={}", context.channel().remoteAddress());
      state = State.CLOSING;
      context.close();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    FrontendMessage received = (FrontendMessage) message;
    dependencies.sessionDependencies().observer().received(received);
    switch (state) {
      case OPEN -> requireNonNull(session, "session is null").receive(received);
      case CLOSING -> received.release();
      case AWAITING_STARTUP -> begin(context, received);
      case VERIFYING -> fail(context, unexpected(received));
      case AWAITING_SASL_INITIAL, AWAITING_SASL_RESPONSE -> authenticate(context, received);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    PgSession open = session;
    if (open != null) {
      open.readComplete();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    PgSession open = session;
    if (open != null) {
      open.writabilityChanged();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    state = State.CLOSING;
    if (key != null) {
      dependencies.cancelKeys().remove(key);
    }
    PgSession open = session;
    if (open != null) {
      open.closed();
    }
    if (hasSessionPermit) {
      dependencies.sessions().release();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Throwable root =
        cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause;
    if (root instanceof PgProtocolException wire) {
      fail(context, wire.toColonnade());
    } else if (root instanceof SSLException || root instanceof IOException) {
      LOG.debug("closing a connection: peer={}", context.channel().remoteAddress(), root);
      state = State.CLOSING;
      context.close();
    } else {
      LOG.error("closing a connection: peer={}", context.channel().remoteAddress(), root);
      state = State.CLOSING;
      context.close();
    }
  }

  private void begin(ChannelHandlerContext context, FrontendMessage message) {
    try {
      switch (message) {
        case FrontendMessage.SslRequest _ -> respondToTlsRequest(context);
        case FrontendMessage.GssEncRequest _ -> {
          requireFirst(hasRequestedGss, "GSSAPI");
          hasRequestedGss = true;
          context.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {'N'}));
        }
        case FrontendMessage.CancelRequest(int processId, int secret) -> {
          dependencies.cancelKeys().cancel(processId, secret);
          state = State.CLOSING;
          context.close();
        }
        case FrontendMessage.Startup request -> start(context, request);
        default -> throw unexpected(message);
      }
    } catch (ColonnadeException e) {
      fail(context, e);
    }
  }

  private void respondToTlsRequest(ChannelHandlerContext context) {
    requireFirst(hasRequestedTls || isDirectTls, "TLS");
    hasRequestedTls = true;
    TlsContext tls = dependencies.authenticator().tls();
    if (tls == null) {
      context.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {'N'}));
      return;
    }
    // The response is the last byte that is not encrypted.
    context.writeAndFlush(Unpooled.wrappedBuffer(new byte[] {'S'}));
    context.pipeline().addAfter(TRAFFIC, "tls", tls.newHandler(context.alloc()));
  }

  private static void requireFirst(boolean isRepeated, String what) {
    if (isRepeated) {
      throw new ColonnadeException(
          ErrorCode.PROTOCOL_VIOLATION, "encryption was requested twice: kind=" + what);
    }
  }

  private void start(ChannelHandlerContext context, FrontendMessage.Startup request) {
    requireAlpn(context);
    requireNoReplication(request.parameters());
    String user = request.parameters().getOrDefault("user", "");
    if (user.isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_AUTHORIZATION, "no PostgreSQL user name specified in startup packet");
    }
    startup = request;
    negotiate(context, request);
    SslHandler handler = context.pipeline().get(SslHandler.class);
    LoginAttempt started =
        new LoginAttempt(
            context.channel().remoteAddress(),
            context.channel().localAddress(),
            user,
            request.parameters().getOrDefault("database", user),
            handler != null,
            handler == null ? null : TlsContext.clientCertificate(handler.engine().getSession()));
    attempt = started;
    if (!dependencies.authenticator().isAuthenticationRequired(started)) {
      open(context, request);
      return;
    }
    ScramExchange exchange = dependencies.authenticator().beginScram(user, handler);
    scram = exchange;
    state = State.AWAITING_SASL_INITIAL;
    send(context, out -> out.authenticationSasl(exchange.mechanisms()));
  }

  /**
   * Throws PROTOCOL_VIOLATION if the client started TLS without an SSLRequest and did not negotiate
   * the PostgreSQL protocol by ALPN.
   */
  private void requireAlpn(ChannelHandlerContext context) {
    SslHandler handler = context.pipeline().get(SslHandler.class);
    if (isDirectTls
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

  private static void negotiate(ChannelHandlerContext context, FrontendMessage.Startup request) {
    List<String> unknown = new ArrayList<>();
    for (String name : request.parameters().keySet()) {
      if (name.startsWith("_pq_.")) {
        unknown.add(name);
      }
    }
    if (request.minorVersion() > 0 || !unknown.isEmpty()) {
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
      if (state == State.AWAITING_SASL_INITIAL) {
        SaslMessage first = SaslMessage.initial(content);
        String challenge = exchange.first(first.mechanism(), first.response());
        state = State.AWAITING_SASL_RESPONSE;
        send(context, out -> out.authenticationSaslContinue(challenge));
        return;
      }
      verifyInTurn(context, SaslMessage.response(content));
    } catch (ColonnadeException e) {
      fail(context, e);
    }
  }

  private void verifyInTurn(ChannelHandlerContext context, String response) {
    long nanos =
        dependencies.authenticator().reserveCheckNanos(requireNonNull(attempt, "attempt is null"));
    if (nanos == 0) {
      verify(context, response);
      return;
    }
    state = State.VERIFYING;
    context
        .executor()
        .schedule(
            () -> {
              if (state == State.VERIFYING) {
                verify(context, response);
              }
            },
            nanos,
            TimeUnit.NANOSECONDS);
  }

  private void verify(ChannelHandlerContext context, String response) {
    try {
      String serverFinal = requireNonNull(scram, "scram is null").last(response);
      send(context, out -> out.authenticationSaslFinal(serverFinal));
      open(context, requireNonNull(startup, "startup is null"));
    } catch (ColonnadeException e) {
      fail(context, e);
    }
  }

  private void open(ChannelHandlerContext context, FrontendMessage.Startup request) {
    LoginAttempt completed = requireNonNull(attempt, "attempt is null");
    dependencies.authenticator().requireUser(completed.user());
    acquireSession(completed.user());
    SqlSession sql = SqlSessionFactory.open(dependencies.database(), request.parameters());
    PgSession opened = new PgSession(dependencies.sessionDependencies(), context.channel(), sql);
    session = opened;
    sql.receiveSignals(opened);
    scram = null;
    startup = null;
    CancelKeyRegistry.Key registered = dependencies.cancelKeys().register(opened, sql.number());
    key = registered;
    decoder.messageBytesMax(dependencies.config().messageBytesMax());
    state = State.OPEN;
    attempt = null;
    dependencies.handshakes().completed(context.channel());
    dependencies.authenticator().loggedIn(completed, PORT);
    opened.start(registered.processId(), registered.secret(), decoder::encoding);
  }

  private void acquireSession(String user) {
    try {
      dependencies.sessions().acquire(dependencies.authenticator().isSuperuser(user));
      hasSessionPermit = true;
    } catch (ColonnadeException e) {
      dependencies.connections().refused();
      throw e;
    }
  }

  private static ColonnadeException unexpected(FrontendMessage message) {
    message.release();
    return new ColonnadeException(
        ErrorCode.PROTOCOL_VIOLATION,
        "message is not expected here: " + message.getClass().getSimpleName());
  }

  private void fail(ChannelHandlerContext context, ColonnadeException failure) {
    if (state == State.CLOSING) {
      return;
    }
    state = State.CLOSING;
    if (attempt != null) {
      dependencies.authenticator().loginFailed(attempt, PORT, failure);
    }
    ErrorReport report = ErrorReports.fatal(failure);
    dependencies.sessionDependencies().observer().failed(report.sqlState());
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
