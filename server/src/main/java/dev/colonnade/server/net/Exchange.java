package dev.colonnade.server.net;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.request.RequestFrame;
import dev.colonnade.protocol.request.RequestType;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.Response;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.concurrent.ScheduledFuture;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way to its answer.
 *
 * <p><b>Who may answer.</b> The state is set by compare-and-set, by any thread. While it is OPEN
 * the request can be given up: canceled by the client, past its deadline, or without its
 * connection. Whoever is about to do what cannot be undone makes it FIRM first; from there on only
 * the worker answers. Everything sent or answered after the one answer that won is dropped, its
 * memory given back.
 *
 * <p>What is sent goes out in the order of the calls of one thread.
 */
public final class Exchange {
  /** Of a request that may take as long as it takes. */
  public static final long NO_TIMEOUT = Long.MAX_VALUE;

  /** The life of an exchange. */
  private enum State {
    OPEN,
    FIRM,
    ANSWERED
  }

  /** Room for everything in a frame that is neither rows nor a resume key. */
  private static final int HEAD_BYTES_MAX = ProtocolLimits.HANDSHAKE_FRAME_BYTES_MAX / 2;

  private final Connection connection;
  private final int streamId;
  private final RequestType type;
  private final int heldBytes;
  private final int deadlineMillis;
  private final long startNanos;
  private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
  private final AtomicReference<@Nullable Runnable> onGivenUp = new AtomicReference<>();
  private final AtomicReference<@Nullable Consumer<ErrorCode>> unwanted = new AtomicReference<>();

  /** The rest is the event loop's. */
  private boolean finished;

  private @Nullable CreditTaker credits;
  private @Nullable Runnable onStop;
  private @Nullable ScheduledFuture<?> deadline;

  Exchange(Connection connection, RequestFrame frame, int heldBytes, long startNanos) {
    this.connection = connection;
    this.streamId = frame.streamId();
    this.type = frame.request().type();
    this.deadlineMillis = frame.deadlineMillis();
    this.heldBytes = heldBytes;
    this.startNanos = startNanos;
  }

  public RequestType type() {
    return type;
  }

  /** The time that its client gave it, from its arrival; {@link #NO_TIMEOUT} without a limit. */
  public long timeoutNanos() {
    return deadlineMillis == RequestFrame.NO_DEADLINE
        ? NO_TIMEOUT
        : TimeUnit.MILLISECONDS.toNanos(deadlineMillis);
  }

  /** Where the buffers of answers come from. Any thread. */
  public ByteBufAllocator allocator() {
    return connection.allocator();
  }

  /**
   * The most bytes of rows in one frame of the answer: what client and server both allow, without
   * the frame's head. Any thread.
   */
  public int payloadBytesMax() {
    return connection.answerBytesMax() - HEAD_BYTES_MAX;
  }

  /** Whether someone still waits for the answer. Any thread may ask. */
  public boolean isOpen() {
    return state.get() != State.ANSWERED;
  }

  /**
   * Says that what comes cannot be undone: the request can no longer be given up. Returns false if
   * it has been already; the worker stops then.
   */
  public boolean hold() {
    return state.compareAndSet(State.OPEN, State.FIRM);
  }

  /**
   * As {@link #hold}, for work that can be asked to end: {@code whenUnwanted} is told when the
   * client cancels, the deadline passes or the connection is lost, on the event loop. Only the
   * worker answers all the same.
   */
  public boolean holdUntilAnswered(Consumer<ErrorCode> whenUnwanted) {
    unwanted.set(requireNonNull(whenUnwanted, "whenUnwanted is null"));
    return hold();
  }

  /**
   * Sends something before the answer. Any thread.
   *
   * @param whenSent runs once, when the socket has taken it or never will, on the event loop
   */
  public void send(Response part, Runnable whenSent) {
    connection.send(new Outgoing(this, part, whenSent, false));
  }

  /** Answers, unless someone was first. Any thread. */
  public void answer(Response last) {
    answer(last, () -> {});
  }

  /** As {@link #answer(Response)}; {@code whenSent} as in {@link #send}, also if it is dropped. */
  public void answer(Response last, Runnable whenSent) {
    if (state.getAndSet(State.ANSWERED) == State.ANSWERED) {
      last.release();
      whenSent.run();
      return;
    }
    onGivenUp.set(null);
    connection.send(new Outgoing(this, last, whenSent, true));
  }

  /** Answers with an error. Any thread. */
  public void fail(Throwable failure) {
    answer(Errors.response(failure));
  }

  /** Is to be told what the request does. */
  public RequestObserver observer() {
    return connection.observer();
  }

  /**
   * Has {@code action} run if the request is given up, on the event loop; at once if it has been.
   * There is one action; a second takes the place of the first.
   */
  public void onGivenUp(Runnable action) {
    requireNonNull(action, "action is null");
    onGivenUp.set(action);
    if (!isOpen() && onGivenUp.compareAndSet(action, null)) {
      action.run();
    }
  }

  /** Has {@code taker} get the credit that comes. Called on the event loop, while handling. */
  public void onCredit(CreditTaker taker) {
    credits = requireNonNull(taker, "taker is null");
  }

  /** Has {@code action} run when the client wants no more rows. Called while handling. */
  public void onStop(Runnable action) {
    onStop = requireNonNull(action, "action is null");
  }

  /** Whether pages may be sent now, as far as the connection cares. Any thread. */
  public boolean hasRoom() {
    return connection.outbound().hasRoom();
  }

  /** Has {@code action} run once when there is room again, by any thread; at once if there is. */
  public void whenRoom(Runnable action) {
    connection.outbound().whenRoom(action);
  }

  int streamId() {
    return streamId;
  }

  int heldBytes() {
    return heldBytes;
  }

  long startNanos() {
    return startNanos;
  }

  boolean isFinished() {
    return finished;
  }

  /** Called on the event loop when the last frame goes out, or never will. */
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
   * Ends the whole connection for {@code why}, if nothing has been asked on it for {@code idle}:
   * nothing is in flight then, and {@code isQuiet} still says so. Any thread.
   */
  public void endConnectionAfter(Duration idle, BooleanSupplier isQuiet, ColonnadeException why) {
    connection.endAfter(idle, isQuiet, why);
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

  /** Gives the request up, if that is still possible. Called on the event loop. */
  void giveUp(ErrorCode code, String why) {
    if (state.compareAndSet(State.OPEN, State.ANSWERED)) {
      ErrorResponse error = Errors.response(code, why);
      connection.send(new Outgoing(this, error, () -> {}, true));
      runOnGivenUp();
    } else {
      tellUnwanted(code);
    }
  }

  /** The connection is gone: nobody can be answered. Called on the event loop. */
  void abandon() {
    if (state.compareAndSet(State.OPEN, State.ANSWERED)) {
      runOnGivenUp();
    } else {
      tellUnwanted(ErrorCode.CANCELED);
    }
  }

  private void tellUnwanted(ErrorCode why) {
    Consumer<ErrorCode> worker = unwanted.getAndSet(null);
    if (worker != null) {
      worker.accept(why);
    }
  }

  private void runOnGivenUp() {
    Runnable action = onGivenUp.getAndSet(null);
    if (action != null) {
      action.run();
    }
  }
}
