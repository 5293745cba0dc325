package dev.colonnade.server.net;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.RequestType;
import dev.colonnade.protocol.frame.RequestFrame;
import dev.colonnade.protocol.frame.WireTraceContext;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.ScanResponse;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.server.net.observer.RequestObserver;
import dev.colonnade.trace.Span;
import dev.colonnade.trace.TraceContext;
import dev.colonnade.trace.Tracer;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Request in progress, from its arrival to its last response frame.
 *
 * <p><b>State machine.</b> The state changes by compare-and-set, from any thread. In OPEN the
 * request can still be canceled: by the client, by its deadline, or by the loss of its connection.
 * The worker sets IRREVOCABLE before a step that cannot be undone; from then on only the worker
 * responds. The transition to ANSWERED is the linearization point of the response: exactly one
 * response wins. Everything sent after it is dropped and its memory is released.
 *
 * <p>Responses of one thread are sent in the order of its calls.
 */
public final class Exchange {
  /** Timeout of a request without a deadline. */
  public static final long NO_TIMEOUT = Long.MAX_VALUE;

  /** Life cycle of an exchange. */
  private enum State {
    OPEN,
    IRREVOCABLE,
    ANSWERED
  }

  /** Upper bound of everything in a frame other than rows and resume key, in bytes. */
  private static final int HEAD_BYTES_MAX = ProtocolLimits.HANDSHAKE_FRAME_BYTES_MAX / 2;

  private final Context context;
  private final int streamId;
  private final RequestType type;
  private final int inboundBytes;
  private final int deadlineMillis;
  private final @Nullable WireTraceContext trace;
  private final long startNanos;
  private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
  private final AtomicReference<@Nullable Runnable> onCancel = new AtomicReference<>();
  private final AtomicReference<@Nullable Consumer<ErrorCode>> onCancelRequested =
      new AtomicReference<>();

  /** The fields from here on are confined to the event loop. */
  private boolean finished;

  private @Nullable CreditListener credits;
  private @Nullable Runnable onStop;
  private @Nullable ScheduledFuture<?> deadline;

  /** Span of the request; null if it is not traced. Set while handling, before any worker. */
  private @Nullable Span span;

  Exchange(Context context, RequestFrame frame, int inboundBytes, long startNanos) {
    this.context = context;
    this.streamId = frame.streamId();
    this.type = frame.request().type();
    this.deadlineMillis = frame.deadlineMillis();
    this.trace = frame.trace();
    this.inboundBytes = inboundBytes;
    this.startNanos = startNanos;
  }

  public RequestType type() {
    return type;
  }

  /** Returns the context of the trace that the request belongs to; null if it belongs to none. */
  public @Nullable TraceContext traceContext() {
    return trace == null ? null : TraceContext.parse(trace.traceparent());
  }

  /** Returns the span of the request; null if it is not traced. */
  public @Nullable Span span() {
    return span;
  }

  /** Starts the span of the request, which ends with its response. Called while handling. */
  public @Nullable Span startSpan(Tracer tracer) {
    Span started = tracer.start(type.name(), traceContext(), startNanos);
    span = started;
    return started;
  }

  /**
   * Ends the span of the request, if there is one.
   *
   * @param sqlState of the failure; null if the request succeeded
   */
  void endSpan(@Nullable String sqlState) {
    Span ended = span;
    if (ended != null) {
      span = null;
      if (sqlState != null) {
        ended.failed(sqlState);
      }
      ended.end();
    }
  }

  /**
   * Returns the timeout that the client set, in nanoseconds from the request's arrival; {@link
   * #NO_TIMEOUT} without a deadline.
   */
  public long timeoutNanos() {
    return deadlineMillis == RequestFrame.NO_DEADLINE
        ? NO_TIMEOUT
        : TimeUnit.MILLISECONDS.toNanos(deadlineMillis);
  }

  /** Returns the allocator of response buffers. Any thread. */
  public ByteBufAllocator allocator() {
    return context.allocator();
  }

  /**
   * Returns the maximum size of rows in one response frame, in bytes: the limit that client and
   * server both allow, without the frame's head. Any thread.
   */
  public int payloadBytesMax() {
    return context.responseBytesMax() - HEAD_BYTES_MAX;
  }

  /** Returns whether the request has no final response yet. Any thread. */
  public boolean isOpen() {
    return state.get() != State.ANSWERED;
  }

  /**
   * Marks the request as irrevocable: the next step cannot be undone, and the request can no longer
   * be canceled. Returns false if it is canceled already; the worker stops then.
   */
  public boolean markIrrevocable() {
    return state.compareAndSet(State.OPEN, State.IRREVOCABLE);
  }

  /**
   * Variant of {@link #markIrrevocable()} for work that can be interrupted: {@code listener} is
   * called on the event loop when the client cancels, the deadline passes or the connection is
   * lost. Only the worker responds all the same.
   */
  public boolean markIrrevocable(Consumer<ErrorCode> listener) {
    onCancelRequested.set(requireNonNull(listener, "listener is null"));
    return markIrrevocable();
  }

  /**
   * Sends a response part before the final response. Any thread.
   *
   * @param whenSent runs once on the event loop, when the socket has accepted the part or it is
   *     dropped
   */
  public void send(Response part, Runnable whenSent) {
    context.send(new OutboundResponse(this, part, whenSent, false));
  }

  /** Sends the final response; drops it if the exchange has one already. Any thread. */
  public void answer(Response last) {
    answer(last, () -> {});
  }

  /**
   * Variant of {@link #answer(Response)} with a callback; {@code whenSent} as in {@link #send},
   * also if the response is dropped.
   */
  public void answer(Response last, Runnable whenSent) {
    if (state.getAndSet(State.ANSWERED) == State.ANSWERED) {
      last.release();
      whenSent.run();
      return;
    }
    onCancel.set(null);
    context.send(new OutboundResponse(this, last, whenSent, true));
  }

  /** Responds with an error. Any thread. */
  public void fail(Throwable failure) {
    answer(ErrorResponses.response(failure));
  }

  /** Returns the observer of what requests do. */
  public RequestObserver observer() {
    return context.observer();
  }

  /**
   * Sets the action that runs on the event loop when the request is canceled; it runs at once if
   * the request is canceled already. There is one action: a second call replaces the first.
   */
  public void onCancel(Runnable action) {
    requireNonNull(action, "action is null");
    onCancel.set(action);
    if (!isOpen() && onCancel.compareAndSet(action, null)) {
      action.run();
    }
  }

  /** Sets the listener of the client's credit. Called on the event loop, while handling. */
  public void onCredit(CreditListener listener) {
    credits = requireNonNull(listener, "listener is null");
  }

  /** Sets the action that runs when the client wants no more rows. Called while handling. */
  public void onStop(Runnable action) {
    onStop = requireNonNull(action, "action is null");
  }

  /** Returns whether the connection's outbound queue has capacity for pages. Any thread. */
  public boolean hasCapacity() {
    return context.outbound().hasCapacity();
  }

  /**
   * Runs {@code action} once, on any thread, as soon as the outbound queue has capacity; at once if
   * it has.
   */
  public void onCapacity(Runnable action) {
    context.outbound().onCapacity(action);
  }

  int streamId() {
    return streamId;
  }

  int inboundBytes() {
    return inboundBytes;
  }

  long startNanos() {
    return startNanos;
  }

  boolean isFinished() {
    return finished;
  }

  /** Called on the event loop when the last frame is written or dropped. */
  void finish() {
    finished = true;
    if (deadline != null) {
      deadline.cancel(false);
      deadline = null;
    }
  }

  int deadlineMillis() {
    return deadlineMillis;
  }

  /**
   * Closes the whole connection with the error {@code reason} if it stays idle for {@code idle}: no
   * request is in progress then, and {@code isQuiet} still returns true. Any thread.
   */
  public void endConnectionAfter(
      Duration idle, BooleanSupplier isQuiet, ColonnadeException reason) {
    context.endAfter(idle, isQuiet, reason);
  }

  void expireWith(ScheduledFuture<?> timer) {
    deadline = timer;
  }

  void grant(int pages, long bytes) {
    if (credits != null) {
      credits.grant(pages, bytes);
    }
  }

  void stop() {
    if (onStop != null) {
      onStop.run();
    }
  }

  /** Cancels the request with an error, if that is still possible. Called on the event loop. */
  void cancel(ErrorCode code, String reason) {
    if (state.compareAndSet(State.OPEN, State.ANSWERED)) {
      ErrorResponse error = ErrorResponses.response(code, reason);
      context.send(new OutboundResponse(this, error, () -> {}, true));
      runOnCancel();
    } else {
      requestCancel(code);
    }
  }

  /** Cancels the request on behalf of another session. Any thread. */
  public void cancelLater(ErrorCode code, String reason) {
    context.execute(() -> cancel(code, reason));
  }

  /** Ends the exchange without a response: the connection is closed. Called on the event loop. */
  void abandon() {
    if (state.compareAndSet(State.OPEN, State.ANSWERED)) {
      runOnCancel();
    } else {
      requestCancel(ErrorCode.CANCELED);
    }
  }

  private void requestCancel(ErrorCode reason) {
    Consumer<ErrorCode> listener = onCancelRequested.getAndSet(null);
    if (listener != null) {
      listener.accept(reason);
    }
  }

  private void runOnCancel() {
    Runnable action = onCancel.getAndSet(null);
    if (action != null) {
      action.run();
    }
  }

  /**
   * Services of the connection that an exchange belongs to. Declared here so that exchanges do not
   * depend on connections.
   */
  interface Context {
    /** Queues a response for sending. Any thread. */
    void send(OutboundResponse response);

    /** Returns the allocator of response buffers. Any thread. */
    ByteBufAllocator allocator();

    /** Returns the maximum length of a response frame, in bytes. Any thread. */
    int responseBytesMax();

    RequestObserver observer();

    OutboundBudget outbound();

    /** Runs a task on the event loop. Any thread. */
    void execute(Runnable task);

    /** Closes the connection once it has been idle for {@code idle}. Any thread. */
    void endAfter(Duration idle, BooleanSupplier isQuiet, ColonnadeException reason);
  }

  /**
   * Response queued for the event loop.
   *
   * @param whenSent runs once, when the socket has accepted the response or it is dropped
   * @param last whether it ends its exchange
   */
  record OutboundResponse(Exchange exchange, Response response, Runnable whenSent, boolean last) {
    /** Returns the bytes that count against the outbound limit: those of pages, by far the most. */
    long pageBytes() {
      return switch (response) {
        case ScanResponse.Page page -> page.payload().readableBytes();
        case SqlResponse.Page page -> page.rows().payload().readableBytes();
        default -> 0;
      };
    }

    /** Releases the response without sending it. */
    void drop() {
      response.release();
      whenSent.run();
    }
  }
}
