package dev.colonnade.server.net;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.FrameLayout;
import dev.colonnade.protocol.ProtocolError;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.codec.FrameDecoder;
import dev.colonnade.protocol.codec.FrameEncoder;
import dev.colonnade.protocol.request.Authenticate;
import dev.colonnade.protocol.request.Cancel;
import dev.colonnade.protocol.request.Credit;
import dev.colonnade.protocol.request.Get;
import dev.colonnade.protocol.request.Hello;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.request.RequestFrame;
import dev.colonnade.protocol.request.SqlRequest;
import dev.colonnade.protocol.request.Write;
import dev.colonnade.protocol.response.Challenge;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.HelloOk;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.ResponseFrame;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.server.config.NetworkConfig;
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
 * The server's end of one connection: the handshake, the requests in flight, and its end. Belongs
 * to its event loop; other threads reach it through {@link Exchange} only.
 */
@SuppressWarnings(
    "FutureReturnValueIgnored") // Netty tells of failures by exceptionCaught and promises
final class Connection extends ChannelInboundHandlerAdapter {
  /**
   * What part of all that may wait to be worked on one connection may have, unless by one frame.
   */
  private static final int INBOUND_SHARE = 4;

  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  /** The life of a connection. */
  private enum State {
    /** It is not known who the client is. */
    NEW,
    /** Takes requests. */
    OPEN,
    /** Answers what is in flight, and refuses the rest. */
    DRAINING,
    /** Takes nothing more; closed as soon as the last word is out. */
    ENDED
  }

  /** What has to know that the handshake is done. */
  record Codec(FrameDecoder<RequestFrame> decoder, FrameEncoder<ResponseFrame> encoder) {}

  private final Greeting greeting;
  private final Entrance entrance;
  private final NetworkConfig config;
  private final InboundBudget budget;
  private final long heldBytesMax;
  private final ConnectionObserver connections;
  private final RequestObserver observer;
  private final NanoTicker ticker;
  private final Codec codec;
  private final Outbound outbound;
  private final Channel channel;
  private final Sender sender;
  private final IntObjectMap<Exchange> inFlight = new IntObjectHashMap<>();

  /** The length field of the longest frame that both peers allow; set before any request. */
  private volatile int answerBytesMax = ProtocolLimits.HANDSHAKE_FRAME_BYTES_MAX;

  private State state = State.NEW;
  private @Nullable Hello hello;
  private @Nullable RequestHandler handler;
  private long heldBytes;

  private Connection(NativePort.Seams seams, InboundBudget budget, Codec codec, Channel channel) {
    this.greeting = seams.greeting();
    this.config = seams.config();
    this.budget = requireNonNull(budget, "budget is null");
    this.heldBytesMax =
        Math.max(config.protocol().frameBytesMax(), config.inboundBytesMax() / INBOUND_SHARE);
    this.connections = seams.connections();
    this.observer = seams.requests();
    this.ticker = seams.ticker();
    this.codec = requireNonNull(codec, "codec is null");
    this.outbound = new Outbound(config.outboundBytesMax());
    this.channel = requireNonNull(channel, "channel is null");
    this.entrance = new Entrance(greeting.doorkeeper(), channel);
    this.sender = new Sender(channel, outbound, this::end);
  }

  /** Puts a connection behind the handlers that decode and encode frames. */
  static Connection install(
      NativePort.Seams seams, InboundBudget budget, Codec codec, Channel channel) {
    Connection connection = new Connection(seams, budget, codec, channel);
    channel.pipeline().addLast(connection);
    return connection;
  }

  RequestObserver observer() {
    return observer;
  }

  Outbound outbound() {
    return outbound;
  }

  /** The longest frame of an answer. Any thread. */
  int answerBytesMax() {
    return answerBytesMax;
  }

  ByteBufAllocator allocator() {
    return channel.alloc();
  }

  /** Takes what is to go out. Any thread. */
  void send(Outgoing outgoing) {
    sender.send(outgoing);
  }

  /** Ends the connection once it was idle for so long. Any thread. */
  void endAfter(Duration idle, BooleanSupplier isQuiet, ColonnadeException why) {
    channel
        .eventLoop()
        .schedule(
            () -> {
              if (state != State.OPEN || !isQuiet.getAsBoolean()) {
                return;
              }
              if (inFlight.isEmpty()) {
                endWith(Errors.response(why));
              } else {
                endAfter(idle, isQuiet, why); // the answer is not out yet
              }
            },
            Math.max(1, idle.toMillis()),
            TimeUnit.MILLISECONDS);
  }

  /** Refuses new requests, and closes once those in flight are answered. Any thread. */
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
      enter(frame);
      return;
    }
    switch (frame.request()) {
      case Credit credit -> grant(frame.streamId(), credit);
      case Cancel _ -> cancel(frame.streamId());
      case SqlRequest.Stop _ -> stop(frame.streamId());
      case Hello _, Authenticate _ ->
          throw new ProtocolException(
              ProtocolError.UNEXPECTED_MESSAGE,
              "the handshake is done: type=" + frame.request().type());
      default -> take(frame);
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
      endWith(Errors.response(root));
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
      end(exchange, RequestOutcome.CANCELED);
    }
    if (handler != null) {
      handler.closed();
    }
    sender.drain();
    connections.closed();
  }

  /** Takes what may come before it is known who the client is. */
  private void enter(RequestFrame frame) {
    Hello said = hello;
    boolean isInPlace = state == State.NEW && frame.streamId() == FrameLayout.CONNECTION_STREAM_ID;
    if (isInPlace && said == null && frame.request() instanceof Hello first) {
      hello = first;
      Handshake.agree(first);
      Challenge challenge = entrance.begin(first);
      if (challenge == null) {
        open(first);
      } else {
        tell(challenge);
      }
    } else if (isInPlace && said != null && frame.request() instanceof Authenticate answer) {
      tell(entrance.answer(answer, said));
      if (entrance.isDone()) {
        open(said);
      }
    } else {
      frame.request().release();
      throw new ProtocolException(
          ProtocolError.UNEXPECTED_MESSAGE,
          "a hello comes first, on stream 0, and then who the client is: type=%s streamId=%d"
              .formatted(frame.request().type(), frame.streamId()));
    }
  }

  private void tell(Response response) {
    channel.writeAndFlush(
        new ResponseFrame(FrameLayout.CONNECTION_STREAM_ID, response), channel.voidPromise());
  }

  private void open(Hello hello) {
    HelloOk ok =
        new HelloOk(
            Handshake.agree(hello),
            greeting.serverName(),
            greeting.serverVersion(),
            config.protocol(),
            Handshake.common(hello));
    handler = greeting.sessions().apply(Entrance.identity(hello));
    state = State.OPEN;
    codec.decoder().handshakeDone(config.protocol().frameBytesMax());
    tell(ok);
    answerBytesMax = Math.min(config.protocol().frameBytesMax(), hello.frameBytesMax());
    codec.encoder().handshakeDone(answerBytesMax);
  }

  private void take(RequestFrame frame) {
    Request request = frame.request();
    RequestHandler to = handler;
    if (to == null || !isNewStream(frame.streamId())) {
      request.release();
      throw new ProtocolException(
          ProtocolError.UNEXPECTED_MESSAGE,
          "a request comes after the hello, on a stream of its own: type="
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
      to.handle(request, exchange);
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
    heldBytes += bytes;
    observer.started(request.type());
    adjustReading();
    return exchange;
  }

  /** Has a request end by its deadline. What was answered at once never needs a timer. */
  private void expire(Exchange exchange) {
    int millis = exchange.deadlineMillis();
    if (millis == RequestFrame.NO_DEADLINE || exchange.isFinished()) {
      return;
    }
    String why =
        exchange.type().isSql()
            ? "canceling statement due to statement timeout"
            : "deadline passed before the answer: deadlineMillis=" + millis;
    exchange.expireWith(
        channel
            .eventLoop()
            .schedule(
                () -> exchange.giveUp(ErrorCode.DEADLINE_EXCEEDED, why),
                millis,
                TimeUnit.MILLISECONDS));
  }

  /** Why a request cannot be taken; null if it can, and its bytes have been taken then. */
  private @Nullable ColonnadeException refusal(Request request) {
    if (state == State.DRAINING) {
      return new ColonnadeException(ErrorCode.SHUTTING_DOWN, "the server is shutting down");
    }
    int max = config.protocol().requestsInFlightMax();
    if (inFlight.size() >= max) {
      return new ColonnadeException(
          ErrorCode.OVERLOADED, "too many requests in flight on one connection: max=" + max);
    }
    if (!budget.tryTake(bytesOf(request))) {
      return new ColonnadeException(
          ErrorCode.OVERLOADED,
          "too many bytes wait to be worked on: bytes="
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
      String why =
          exchange.type().isSql()
              ? "canceling statement due to user request"
              : "the client canceled the request";
      exchange.giveUp(ErrorCode.CANCELED, why);
    }
  }

  private void end(Outgoing last) {
    RequestOutcome outcome =
        switch (last.response()) {
          case ErrorResponse error -> Errors.outcome(error);
          case SqlResponse.Failed failed -> Errors.outcome(failed.error());
          default -> RequestOutcome.OK;
        };
    end(last.exchange(), outcome);
  }

  /** Takes an exchange out of the books. */
  private void end(Exchange exchange, RequestOutcome outcome) {
    exchange.finish();
    inFlight.remove(exchange.streamId());
    heldBytes -= exchange.heldBytes();
    budget.giveBack(exchange.heldBytes());
    observer.ended(exchange.type(), outcome, ticker.nanos() - exchange.startNanos());
    adjustReading();
    if (state == State.DRAINING) {
      channel.eventLoop().execute(this::closeIfDrained); // after the answer that is being written
    }
  }

  private void closeIfDrained() {
    if (state == State.DRAINING && inFlight.isEmpty()) {
      endWith(
          Errors.response(
              ErrorCode.SHUTTING_DOWN, "terminating connection due to administrator command"));
    }
  }

  /** Reads on only while there is room for requests, and for their answers. */
  private void adjustReading() {
    boolean wanted = heldBytes < heldBytesMax && channel.isWritable();
    if (channel.config().isAutoRead() != wanted) {
      channel.config().setAutoRead(wanted);
    }
  }

  private void expireHandshake(long millis) {
    if (state == State.NEW) {
      endWith(
          Errors.response(
              new ProtocolException(
                  ProtocolError.UNEXPECTED_MESSAGE,
                  "no handshake within the time for it: timeoutMillis=" + millis)));
    }
  }

  /** Says why, and closes. */
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
