package dev.colonnade.server.pg.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.auth.AuditLog;
import dev.colonnade.server.pg.session.result.OutboundBuffer;
import dev.colonnade.server.pg.wire.BackendWriter;
import dev.colonnade.server.pg.wire.ErrorReport;
import dev.colonnade.server.pg.wire.FrontendMessage;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.TransactionStatus;
import dev.colonnade.sql.access.SessionSignals;
import dev.colonnade.sql.function.encoding.TextEncoding;
import dev.colonnade.sql.setting.SettingValue;
import io.netty.channel.Channel;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Session of one authenticated client: dispatches its messages in order, one at a time. Messages
 * that do not block are handled on the event loop that read them, all others on a worker thread.
 *
 * <p>After an error the messages of a series are skipped up to the next Sync.
 *
 * <p>The <em>active thread</em> is the one that {@link MessageQueue} grants the right to work: the
 * event loop or a worker. Fields without synchronization are confined to it; the queue's lock
 * provides the happens-before order between successive active threads.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the task reports its failures itself
public final class PgSession implements SessionSignals {
  private static final Logger LOG = LoggerFactory.getLogger(PgSession.class);
  private static final String ENCODING = "client_encoding";
  private static final SettingValue<Duration> IDLE_IN_TRANSACTION =
      SettingValue.duration("idle_in_transaction_session_timeout");
  private static final SettingValue<Duration> IDLE_SESSION =
      SettingValue.duration("idle_session_timeout");

  /**
   * Dependencies of a session.
   *
   * @param workers executor of threads that may block
   * @param idleMax idle timeout outside of a transaction if the session sets none; zero disables it
   * @param observer is notified of messages, completed requests and errors
   */
  public record Dependencies(
      Executor workers, Duration idleMax, NanoTicker ticker, PgSessionObserver observer) {
    public Dependencies {
      requireNonNull(workers, "workers is null");
      requireNonNull(idleMax, "idleMax is null");
      requireNonNull(ticker, "ticker is null");
      requireNonNull(observer, "observer is null");
    }
  }

  private final Dependencies dependencies;
  private final Channel channel;
  private final MessageQueue queue;
  private final OutboundBuffer outbound;
  private final PgSessionContext context;
  private final SimpleQueryHandler simple;
  private final ExtendedQueryHandler extended;

  private Consumer<TextEncoding> encodings = encoding -> {};

  /** Number of times that work began: an idle timer compares it to detect activity. */
  private final AtomicLong activityCount = new AtomicLong();

  /** True after an error, up to the next Sync. Confined to the active thread. */
  private boolean isSkipping;

  /** Confined to the active thread. */
  private boolean isEnded;

  /** True if ReadyForQuery is the last message written. Confined to the active thread. */
  private boolean isReady = true;

  /** True after the request of another session to end this one. */
  private volatile boolean isTerminated;

  /** Start of the current request. Confined to the active thread. */
  private long startNanos;

  /** True if the buffer contains a complete response. Confined to the active thread. */
  private boolean hasCompleteResponse;

  public PgSession(Dependencies dependencies, Channel channel, SqlSession sql) {
    this.dependencies = requireNonNull(dependencies, "dependencies is null");
    this.channel = requireNonNull(channel, "channel is null");
    this.queue = new MessageQueue(channel.config()::setAutoRead);
    this.outbound = new OutboundBuffer(channel);
    this.context = new PgSessionContext(sql, outbound);
    CopyHandlers copies =
        new CopyHandlers(new CopyInHandler(context, queue), new CopyOutHandler(context));
    this.simple = new SimpleQueryHandler(context, copies);
    this.extended = new ExtendedQueryHandler(context, copies);
  }

  /**
   * Sends the parameters and the cancel key to the client, unless the server has ended the session
   * in the meantime. On the event loop, as the active thread.
   *
   * @param inbound is notified of the character encoding of the client's messages
   */
  public void start(int processId, int secretKey, Consumer<TextEncoding> inbound) {
    if (!queue.beginIdleWork()) {
      return;
    }
    try {
      greet(processId, secretKey, inbound);
    } finally {
      boolean _ = queue.endWork(); // no message was read yet
    }
  }

  private void greet(int processId, int secretKey, Consumer<TextEncoding> inbound) {
    encodings = inbound;
    BackendWriter out = outbound.writer();
    changeEncoding(context.sql().settings().show(ENCODING));
    out.authenticationOk();
    context.sql().settings().reported().forEach(out::parameterStatus);
    context.sql().settings().onReport(this::report);
    out.backendKeyData(processId, secretKey);
    context.sendReady();
    outbound.flush();
    watchIdle();
    context.sql().notifications().onArrival(this::wakeIfIdle);
    context.sql().waits();
  }

  private void report(String setting, String value) {
    if (setting.equals(ENCODING)) {
      changeEncoding(value);
    }
    outbound.writer().parameterStatus(setting, value);
  }

  /** Sets the encoding of the messages in both directions. */
  private void changeEncoding(String name) {
    TextEncoding encoding = TextEncoding.of(name, "client");
    outbound.writer().encoding(encoding);
    encodings.accept(encoding);
  }

  /** Wakes the session if it is idle, so that it sends the notifications. Any thread. */
  private void wakeIfIdle() {
    channel
        .eventLoop()
        .execute(
            () -> {
              if (queue.beginIdleWork()) {
                run(false);
              }
            });
  }

  /** Queues a message. On the event loop. */
  public void receive(FrontendMessage message) {
    queue.put(message);
  }

  /**
   * Starts to handle queued messages; called when the socket has no more bytes. On the event loop.
   */
  public void readComplete() {
    if (queue.beginWork()) {
      activityCount.incrementAndGet();
      run(false);
    }
  }

  /** Cancels the current statement. Any thread. */
  @Override
  public void cancel() {
    context.cancel();
  }

  /**
   * Cancels the current statement and ends the session with an error. Any thread. A message behind
   * the queued ones wakes the session if it is idle or waits for the data of a COPY.
   */
  @Override
  public void terminate() {
    isTerminated = true;
    context.cancelConnection();
    channel
        .eventLoop()
        .execute(
            () -> {
              receive(new FrontendMessage.Terminate());
              readComplete();
            });
  }

  /** Wakes a thread that waits for outbound capacity. On the event loop. */
  public void writabilityChanged() {
    outbound.wake();
  }

  /** Cancels the statement and ends the session; the connection is closed. On the event loop. */
  public void closed() {
    context.close();
    boolean isIdle = queue.close();
    outbound.wake();
    if (isIdle) {
      dependencies.workers().execute(this::finish);
    }
  }

  /** Ends the session if it is idle, and returns whether it was. Any thread. */
  public boolean endIdle(ColonnadeException reason) {
    if (!queue.beginIdleWork()) {
      return false;
    }
    dependencies
        .workers()
        .execute(
            () -> {
              end(ErrorReports.fatal(reason));
              finish();
            });
    return true;
  }

  private void end(ErrorReport report) {
    isEnded = true;
    dependencies.observer().failed(report.sqlState());
    outbound.writer().errorResponse(report);
    outbound.closeSoon();
  }

  /** Releases the resources of the session. Runs once, when no thread handles its messages. */
  private void finish() {
    queue.close();
    try {
      extended.close();
      context.sql().close();
    } finally {
      outbound.discard();
    }
  }

  /** Handles messages; a failure outside of the handling of one message closes the connection. */
  private void run(boolean mayWait) {
    try {
      work(mayWait);
    } catch (RuntimeException | Error e) {
      LOG.error("closing a connection: peer={}", channel.remoteAddress(), e);
      channel.close();
      finish();
    }
  }

  /** Handles messages until the queue is empty or the next one may block. */
  private void work(boolean mayWait) {
    while (true) {
      if (isEnded || queue.isClosed()) {
        finishOn(mayWait);
        return;
      }
      FrontendMessage message = queue.poll();
      if (message == null) {
        if (endWork()) {
          return;
        }
      } else if (!process(message, mayWait)) {
        queue.putBack(message);
        dependencies.workers().execute(() -> run(true));
        return;
      }
    }
  }

  /** Releases the right to work unless a message is queued; returns whether it did. */
  private boolean endWork() {
    boolean isIdle = isReady && context.sql().transactionStatus() == TransactionStatus.IDLE;
    if (isIdle) {
      context.sendNotifications();
    }
    // The responses of a series that has not ended wait for its Sync, or for a Flush.
    if (isReady || hasCompleteResponse || outbound.isFull()) {
      outbound.flush();
      hasCompleteResponse = false;
    }
    watchIdle();
    if (!queue.endWork()) {
      return false;
    }
    // Those that arrived since then found the session at work.
    if (isIdle && context.hasNotifications()) {
      wakeIfIdle();
    }
    return true;
  }

  private void finishOn(boolean mayWait) {
    if (mayWait) {
      finish();
    } else {
      dependencies.workers().execute(this::finish);
    }
  }

  /**
   * Handles a message and returns true; returns false if it may block and {@code mayWait} is false.
   */
  private boolean process(FrontendMessage message, boolean mayWait) {
    if (isReady) {
      isReady = false;
      startNanos = dependencies.ticker().nanos();
      context.beginWork();
    }
    if (isTerminated) {
      message.release();
      end(ErrorReports.fatal(terminated()));
      return true;
    }
    try {
      if (isSkipping && isSkippable(message)) {
        message.release();
        return true;
      }
      return mayWait ? handle(message) : tryHandle(message);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      failed(message, e);
      return true;
    }
  }

  private static boolean isSkippable(FrontendMessage message) {
    return !(message instanceof FrontendMessage.Sync
        || message instanceof FrontendMessage.Terminate);
  }

  private static ColonnadeException terminated() {
    return new ColonnadeException(
        ErrorCode.SHUTTING_DOWN, "terminating connection due to administrator command");
  }

  private void failed(FrontendMessage message, Throwable failure) {
    if (isTerminated) {
      end(ErrorReports.fatal(terminated()));
      return;
    }
    if (ErrorReports.isFinal(failure)) {
      end(ErrorReports.of(failure));
      return;
    }
    ErrorReport report = ErrorReports.of(failure);
    context.sql().fail();
    dependencies.observer().failed(report.sqlState());
    if (failure instanceof ColonnadeException e && e.code() == ErrorCode.INSUFFICIENT_PRIVILEGE) {
      AuditLog.refused(
          "pg", context.sql().settings().show("session_authorization"), report.message());
    }
    context.sendNotices();
    outbound.writer().errorResponse(report);
    switch (message) {
      case FrontendMessage.Query _, FrontendMessage.FunctionCall _ -> ready(true);
      case FrontendMessage.Sync _ -> ready(false);
      case FrontendMessage.Malformed(ErrorCode _, String _, boolean isQuery) -> {
        if (isQuery) {
          ready(true);
        } else {
          isSkipping = true;
        }
      }
      default -> {
        isSkipping = true;
        outbound.flush(); // a client that sends without reading learns of it before its Sync
      }
    }
  }

  private void ready(boolean isSimple) {
    extended.closePortalsIfIdle();
    context.sendNotifications();
    context.sendReady();
    context.sql().waits();
    hasCompleteResponse = true;
    isReady = true;
    dependencies.observer().completed(isSimple, dependencies.ticker().nanos() - startNanos);
  }

  /**
   * Handles a message if that cannot block, and returns whether it did. Responses to a client that
   * does not read them wait for it.
   */
  private boolean tryHandle(FrontendMessage message) {
    if (!outbound.hasCapacity()) {
      return false;
    }
    return switch (message) {
      case FrontendMessage.Execute execute -> queue.isFirstSync() && extended.tryExecute(execute);
      case FrontendMessage.Sync _ -> !extended.inImplicitTransaction() && handle(message);
      case FrontendMessage.Query(String sql) -> tryQuery(sql);
      case FrontendMessage.Parse _ -> false;
      default -> handle(message);
    };
  }

  private boolean handle(FrontendMessage message) {
    switch (message) {
      case FrontendMessage.Query(String sql) -> query(sql);
      case FrontendMessage.Parse parse -> {
        flushCompleteResponses();
        extended.parse(parse);
      }
      case FrontendMessage.Bind bind -> extended.bind(bind);
      case FrontendMessage.DescribeStatement(String name) -> extended.describeStatement(name);
      case FrontendMessage.DescribePortal(String name) -> extended.describePortal(name);
      case FrontendMessage.Execute execute -> {
        flushCompleteResponses();
        extended.execute(execute, queue.isFirstSync() && !extended.inImplicitTransaction());
      }
      case FrontendMessage.CloseStatement(String name) -> extended.closeStatement(name);
      case FrontendMessage.ClosePortal(String name) -> extended.closePortal(name);
      case FrontendMessage.Flush _ -> outbound.flush();
      case FrontendMessage.Sync _ -> sync();
      case FrontendMessage.FunctionCall _ ->
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED, "calls of functions by their OIDs are not supported");
      case FrontendMessage.Malformed(ErrorCode code, String reason, boolean _) ->
          throw new ColonnadeException(code, reason);
      case FrontendMessage.Terminate _ -> {
        isEnded = true;
        outbound.close();
      }
      // Remainder of a failed COPY FROM.
      case FrontendMessage.CopyData data -> data.release();
      case FrontendMessage.CopyDone _, FrontendMessage.CopyFail _ -> {}
      case FrontendMessage.Startup _,
          FrontendMessage.SslRequest _,
          FrontendMessage.GssEncRequest _,
          FrontendMessage.CancelRequest _,
          FrontendMessage.Password _ ->
          end(
              ErrorReport.of(
                  ErrorReport.FATAL,
                  ErrorCode.PROTOCOL_VIOLATION.sqlState(),
                  "message is not expected here: " + message.getClass().getSimpleName()));
    }
    return true;
  }

  /** Flushes complete responses before a statement that may take long. */
  private void flushCompleteResponses() {
    if (hasCompleteResponse) {
      hasCompleteResponse = false;
      outbound.flush();
    }
  }

  private boolean tryQuery(String sql) {
    if (extended.inImplicitTransaction()) {
      return false;
    }
    context.sql().began(sql);
    extended.closeUnnamed();
    if (!simple.tryRun(sql)) {
      return false;
    }
    ready(true);
    return true;
  }

  private void query(String sql) {
    flushCompleteResponses();
    context.sql().began(sql);
    extended.closeUnnamed();
    simple.run(sql);
    ready(true);
  }

  private void sync() {
    isSkipping = false;
    extended.sync();
    ready(false);
  }

  /** Starts the idle timer, which ends the session if no message arrives in time. */
  private void watchIdle() {
    boolean isInTransaction = context.sql().transactionStatus() != TransactionStatus.IDLE;
    Duration max =
        context.sql().settings().get(isInTransaction ? IDLE_IN_TRANSACTION : IDLE_SESSION);
    if (max.isZero() && !isInTransaction) {
      max = dependencies.idleMax();
    }
    if (max.isZero()) {
      return;
    }
    long seen = activityCount.get();
    channel
        .eventLoop()
        .schedule(
            () -> {
              if (activityCount.get() == seen) {
                endIdle(isInTransaction ? idleInTransaction() : idle());
              }
            },
            max.toMillis(),
            TimeUnit.MILLISECONDS);
  }

  private static ColonnadeException idleInTransaction() {
    return new ColonnadeException(
        ErrorCode.IDLE_IN_TRANSACTION, "terminating connection due to idle-in-transaction timeout");
  }

  private static ColonnadeException idle() {
    return new ColonnadeException(
        ErrorCode.IDLE_SESSION, "terminating connection due to idle-session timeout");
  }
}
