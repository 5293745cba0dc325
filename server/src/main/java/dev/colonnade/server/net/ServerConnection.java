package dev.colonnade.server.net;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolError;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.frame.FrameDecoder;
import dev.colonnade.protocol.frame.FrameEncoder;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.frame.ResponseFrame;
import dev.colonnade.protocol.request.Authenticate;
import dev.colonnade.protocol.request.Cancel;
import dev.colonnade.protocol.request.Credit;
import dev.colonnade.protocol.request.Get;
import dev.colonnade.protocol.request.Hello;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.request.SqlRequest;
import dev.colonnade.protocol.request.Write;
import dev.colonnade.protocol.response.Challenge;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.HelloOk;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.server.auth.AuditLog;
import dev.colonnade.server.config.NetworkConfig;
import dev.colonnade.server.net.observer.ConnectionObserver;
import dev.colonnade.server.net.observer.RequestObserver;
import dev.colonnade.server.net.observer.RequestOutcome;
import dev.colonnade.server.net.transport.ConnectionLimiter;
import dev.colonnade.server.net.transport.SessionLimiter;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server side of one native connection: handshake, requests in flight, and shutdown. Confined to
 * its event loop; other threads reach it through {@link Exchange} only.
 */
@SuppressWarnings(
    "FutureReturnValueIgnored") // Netty reports failures by exceptionCaught and promises
final class ServerConnection extends ChannelInboundHandlerAdapter implements Exchange.Context {
  /**
   * Divisor of the server-wide inbound limit: one connection may use at most this fraction of it,
   * but always one frame.
   */
  private static final int INBOUND_SHARE = 4;

  private static final Logger LOG = LoggerFactory.getLogger(ServerConnection.class);

  /** Life cycle of a connection. */
  private enum State {
    /** The client is not authenticated yet. */
    NEW,
    /** The connection accepts requests. */
    OPEN,
    /** Requests in flight are completed, new requests are rejected. */
    DRAINING,
    /** No frame is processed any more; the channel closes after the last response is written. */
    ENDED
  }

  /** Codecs whose frame limits change at the end of the handshake. */
  record Codec(FrameDecoder<RequestFrame> decoder, FrameEncoder<ResponseFrame> encoder) {}

  /** Limits that all connections of the port share. */
  record Shared(InboundBudget budget, SessionLimiter sessions, ConnectionLimiter handshakes) {}

  private final ServerHello serverHello;
  private final SessionLimiter sessions;
  private final ConnectionLimiter handshakes;
  private final LoginHandshake login;
  private final NetworkConfig config;
  private final InboundBudget budget;
  private final long inboundBytesMax;
  private final ConnectionObserver connections;
  private final RequestObserver observer;
  private final NanoTicker ticker;
  private final Codec codec;
  private final OutboundBudget outbound;
  private final Channel channel;
  private final ResponseSender sender;
  private final IntObjectMap<Exchange> inFlight = new IntObjectHashMap<>();

  /** Maximum length field of a frame that both peers allow, in bytes; set before any request. */
  private volatile int responseBytesMax = ProtocolLimits.HANDSHAKE_FRAME_BYTES_MAX;

  private State state = State.NEW;
  private @Nullable Hello hello;
  private @Nullable RequestHandler handler;
  private boolean isVerifying;
  private boolean hasSessionPermit;
  private long inboundBytes;

  private ServerConnection(
      NativePortDependencies dependencies, Shared shared, Codec codec, Channel channel) {
    this.sessions = shared.sessions();
    this.handshakes = shared.handshakes();
    this.budget = shared.budget();
    this.serverHello = dependencies.serverHello();
    this.config = dependencies.config();
    this.inboundBytesMax =
        Math.max(config.protocol().frameBytesMax(), config.inboundBytesMax() / INBOUND_SHARE);
    this.connections = dependencies.connections();
    this.observer = dependencies.requests();
    this.ticker = dependencies.ticker();
    this.codec = requireNonNull(codec, "codec is null");
    this.outbound = new OutboundBudget(config.outboundBytesMax());
    this.channel = requireNonNull(channel, "channel is null");
    this.login = new LoginHandshake(serverHello.authenticator(), channel);
    this.sender = new ResponseSender(channel, outbound, this::end);
  }

  /** Adds a connection to the pipeline, behind the frame decoder and encoder. */
  static ServerConnection install(
      NativePortDependencies dependencies, Shared shared, Codec codec, Channel channel) {
    ServerConnection connection = new ServerConnection(dependencies, shared, codec, channel);
    channel.pipeline().addLast(connection);
    return connection;
  }

  @Override
  public RequestObserver observer() {
    return observer;
  }

  @Override
  public OutboundBudget outbound() {
    return outbound;
  }

  @Override
  public int responseBytesMax() {
    return responseBytesMax;
  }

  @Override
  public ByteBufAllocator allocator() {
    return channel.alloc();
  }

  @Override
  public void send(Exchange.OutboundResponse response) {
    sender.send(response);
  }

  @Override
  public void execute(Runnable task) {
    channel.eventLoop().execute(task);
  }

  @Override
  public void endAfter(Duration idle, BooleanSupplier isQuiet, ColonnadeException reason) {
    channel
        .eventLoop()
        .schedule(
            () -> {
              if (state != State.OPEN || !isQuiet.getAsBoolean()) {
                return;
              }
              if (inFlight.isEmpty()) {
                endWith(ErrorResponses.response(reason));
              } else {
                endAfter(idle, isQuiet, reason); // the response is not written yet
              }
            },
            Math.max(1, idle.toMillis()),
            TimeUnit.MILLISECONDS);
  }

  /** Rejects new requests, and closes once the requests in flight are completed. Any thread. */
  void drain() {
    channel
        .eventLoop()
        .execute(
            () -> {
              if (state == State.NEW || state == State.OPEN) {
                state = State.DRAINING;
                closeIfDrained();
              }
            });
  }

  @Override
  public void channelActive(ChannelHandlerContext active) {
    connections.opened();
    long millis = config.timeouts().handshake().toMillis();
    active.executor().schedule(() -> expireHandshake(millis), millis, TimeUnit.MILLISECONDS);
  }

  @Override
  public void channelRead(ChannelHandlerContext reader, Object message) {
    sender.beginReading();
    RequestFrame frame = (RequestFrame) message;
    if (state == State.ENDED) {
      frame.request().release();
      return;
    }
    if (handler == null) {
      handshake(frame);
      return;
    }
    switch (frame.request()) {
      case Credit credit -> grant(frame.streamId(), credit);
      case Cancel _ -> cancel(frame.streamId());
      case SqlRequest.Stop _ -> stop(frame.streamId());
      case Hello _, Authenticate _ ->
          throw new ProtocolException(
              ProtocolError.UNEXPECTED_MESSAGE,
              "expected a request after the handshake: type=" + frame.request().type());
      default -> startRequest(frame);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext reader) {
    sender.endReading();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext changed) {
    adjustReading();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext triggered, Object event) {
    if (event instanceof IdleStateEvent && inFlight.isEmpty()) {
      LOG.debug("closing an idle connection: peer={}", triggered.channel().remoteAddress());
      triggered.close();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext failed, Throwable cause) {
    Throwable root =
        cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause;
    if (root instanceof ProtocolException || root instanceof ColonnadeException) {
      refuse((RuntimeException) root);
      return;
    }
    if (!(root instanceof IOException)) {
      LOG.error("closing a connection: peer={}", failed.channel().remoteAddress(), root);
    }
    failed.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext inactive) {
    state = State.ENDED;
    for (Exchange exchange : new ArrayList<>(inFlight.values())) {
      exchange.abandon();
      exchange.endSpan(ErrorCode.CANCELED.sqlState());
      end(exchange, RequestOutcome.CANCELED);
    }
    if (handler != null) {
      handler.closed();
    }
    if (hasSessionPermit) {
      sessions.release();
    }
    sender.drain();
    connections.closed();
  }

  /** Processes a frame of the handshake: hello, then authentication. */
  private void handshake(RequestFrame frame) {
    Hello clientHello = hello;
    boolean isExpected =
        state == State.NEW && !isVerifying && frame.streamId() == FrameLayout.CONNECTION_STREAM_ID;
    if (isExpected && clientHello == null && frame.request() instanceof Hello first) {
      hello = first;
      ProtocolNegotiation.agree(first);
      Challenge challenge = login.begin(first);
      if (challenge == null) {
        open(first);
      } else {
        respond(challenge);
      }
    } else if (isExpected
        && clientHello != null
        && frame.request() instanceof Authenticate answer) {
      long nanos = login.delayNanos();
      if (nanos == 0) {
        authenticate(answer, clientHello);
        return;
      }
      isVerifying = true;
      channel.eventLoop().schedule(() -> verify(answer, clientHello), nanos, TimeUnit.NANOSECONDS);
    } else {
      frame.request().release();
      throw new ProtocolException(
          ProtocolError.UNEXPECTED_MESSAGE,
          "expected hello and authentication on stream 0: type=%s streamId=%d"
              .formatted(frame.request().type(), frame.streamId()));
    }
  }

  private void authenticate(Authenticate answer, Hello clientHello) {
    respond(login.respond(answer, clientHello));
    if (login.isDone()) {
      open(clientHello);
    }
  }

  /** Verifies a proof at the end of a delay. Called by a timer, so that it handles failures. */
  private void verify(Authenticate answer, Hello clientHello) {
    isVerifying = false;
    if (state != State.NEW) {
      return;
    }
    try {
      authenticate(answer, clientHello);
    } catch (ProtocolException | ColonnadeException e) {
      refuse(e);
    }
  }

  private void refuse(RuntimeException failure) {
    login.failed(failure);
    endWith(ErrorResponses.response(failure));
  }

  private void respond(Response response) {
    channel.writeAndFlush(
        new ResponseFrame(FrameLayout.CONNECTION_STREAM_ID, response), channel.voidPromise());
  }

  private void open(Hello hello) {
    HelloOk ok =
        new HelloOk(
            ProtocolNegotiation.agree(hello),
            serverHello.serverName(),
            serverHello.serverVersion(),
            config.protocol(),
            ProtocolNegotiation.common(hello, serverHello.isFollower().getAsBoolean()));
    acquireSession();
    handler = serverHello.sessionFactory().apply(LoginHandshake.identity(hello));
    state = State.OPEN;
    handshakes.completed(channel);
    login.opened();
    codec.decoder().handshakeDone(config.protocol().frameBytesMax());
    respond(ok);
    responseBytesMax = Math.min(config.protocol().frameBytesMax(), hello.frameBytesMax());
    codec.encoder().handshakeDone(responseBytesMax);
  }

  private void acquireSession() {
    try {
      sessions.acquire(login.isSuperuser());
      hasSessionPermit = true;
    } catch (ColonnadeException e) {
      connections.refused();
      throw e;
    }
  }

  private void startRequest(RequestFrame frame) {
    Request request = frame.request();
    RequestHandler current = handler;
    if (current == null || !isNewStream(frame.streamId())) {
      request.release();
      throw new ProtocolException(
          ProtocolError.UNEXPECTED_MESSAGE,
          "expected a request on an unused stream, after the hello: type="
              + request.type()
              + " streamId="
              + frame.streamId());
    }
    ColonnadeException refusal = refusal(request);
    Exchange exchange = begin(frame, refusal == null ? bytesOf(request) : 0);
    if (refusal != null) {
      request.release();
      exchange.fail(refusal);
      return;
    }
    try {
      current.handle(request, exchange);
    } catch (RuntimeException e) {
      exchange.fail(e);
    }
    expire(exchange);
  }

  private boolean isNewStream(int streamId) {
    return streamId != FrameLayout.CONNECTION_STREAM_ID && !inFlight.containsKey(streamId);
  }

  private Exchange begin(RequestFrame frame, int bytes) {
    Request request = frame.request();
    Exchange exchange = new Exchange(this, frame, bytes, ticker.nanos());
    inFlight.put(frame.streamId(), exchange);
    inboundBytes += bytes;
    observer.started(request.type());
    adjustReading();
    return exchange;
  }

  /** Schedules the deadline of a request. A request that is answered already needs no timer. */
  private void expire(Exchange exchange) {
    int millis = exchange.deadlineMillis();
    if (millis == RequestFrame.NO_DEADLINE || exchange.isFinished()) {
      return;
    }
    String reason =
        exchange.type().isSql()
            ? "canceling statement due to statement timeout"
            : "request deadline exceeded: deadlineMillis=" + millis;
    exchange.expireWith(
        channel
            .eventLoop()
            .schedule(
                () -> exchange.cancel(ErrorCode.DEADLINE_EXCEEDED, reason),
                millis,
                TimeUnit.MILLISECONDS));
  }

  /**
   * Admission control: returns the error that rejects a request; null if the request is admitted,
   * and its bytes are reserved then.
   */
  private @Nullable ColonnadeException refusal(Request request) {
    if (state == State.DRAINING) {
      return new ColonnadeException(ErrorCode.SHUTTING_DOWN, "the server is shutting down");
    }
    int max = config.protocol().requestsInFlightMax();
    if (inFlight.size() >= max) {
      return new ColonnadeException(
          ErrorCode.OVERLOADED, "too many requests in flight on one connection: max=" + max);
    }
    if (!budget.tryReserve(bytesOf(request))) {
      return new ColonnadeException(
          ErrorCode.OVERLOADED,
          "too many bytes of queued requests: bytes="
              + budget.bytes()
              + " max="
              + config.inboundBytesMax());
    }
    return null;
  }

  private void grant(int streamId, Credit credit) {
    Exchange exchange = inFlight.get(streamId);
    if (exchange != null) {
      exchange.grant(credit.pages(), credit.bytes());
    }
  }

  private void stop(int streamId) {
    Exchange exchange = inFlight.get(streamId);
    if (exchange != null) {
      exchange.stop();
    }
  }

  private void cancel(int streamId) {
    Exchange exchange = inFlight.get(streamId);
    if (exchange != null) {
      String reason =
          exchange.type().isSql()
              ? "canceling statement due to user request"
              : "the client canceled the request";
      exchange.cancel(ErrorCode.CANCELED, reason);
    }
  }

  private void end(Exchange.OutboundResponse last) {
    ErrorResponse error =
        switch (last.response()) {
          case ErrorResponse failed -> failed;
          case SqlResponse.Failed failed -> failed.error();
          default -> null;
        };
    audit(error);
    last.exchange().endSpan(error == null ? null : error.sqlState());
    end(last.exchange(), error == null ? RequestOutcome.OK : ErrorResponses.outcome(error));
  }

  private void audit(@Nullable ErrorResponse error) {
    Hello client = hello;
    if (client != null
        && error != null
        && error.number() == ErrorCode.INSUFFICIENT_PRIVILEGE.number()) {
      AuditLog.refused("native", LoginHandshake.identity(client).user(), error.message());
    }
  }

  /** Removes an exchange and releases its inbound bytes. */
  private void end(Exchange exchange, RequestOutcome outcome) {
    exchange.finish();
    inFlight.remove(exchange.streamId());
    inboundBytes -= exchange.inboundBytes();
    budget.release(exchange.inboundBytes());
    observer.ended(exchange.type(), outcome, ticker.nanos() - exchange.startNanos());
    adjustReading();
    if (state == State.DRAINING) {
      channel.eventLoop().execute(this::closeIfDrained); // after the response that is being written
    }
  }

  private void closeIfDrained() {
    if (state == State.DRAINING && inFlight.isEmpty()) {
      endWith(
          ErrorResponses.response(
              ErrorCode.SHUTTING_DOWN, "terminating connection due to administrator command"));
    }
  }

  /**
   * Applies backpressure: the socket is read only while neither the inbound limit nor the outbound
   * buffer is full.
   */
  private void adjustReading() {
    boolean wanted = inboundBytes < inboundBytesMax && channel.isWritable();
    if (channel.config().isAutoRead() != wanted) {
      channel.config().setAutoRead(wanted);
    }
  }

  private void expireHandshake(long millis) {
    if (state == State.NEW) {
      endWith(
          ErrorResponses.response(
              new ProtocolException(
                  ProtocolError.UNEXPECTED_MESSAGE,
                  "handshake timeout exceeded: timeoutMillis=" + millis)));
    }
  }

  /** Sends the error, and closes the connection. */
  private void endWith(ErrorResponse error) {
    if (state == State.ENDED) {
      return;
    }
    state = State.ENDED;
    LOG.debug("closing a connection: peer={} message={}", channel.remoteAddress(), error.message());
    channel
        .writeAndFlush(new ResponseFrame(FrameLayout.CONNECTION_STREAM_ID, error))
        .addListener(ChannelFutureListener.CLOSE);
  }

  private static int bytesOf(Request request) {
    return switch (request) {
      case Write write -> write.mutations().readableBytes();
      case Get get -> get.keys().readableBytes();
      case SqlRequest.Execute execute -> execute.parameters().readableBytes();
      case SqlRequest.ExecuteBatch batch -> batch.parameters().readableBytes();
      default -> 0;
    };
  }
}
