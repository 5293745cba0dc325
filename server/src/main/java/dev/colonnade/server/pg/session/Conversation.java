package dev.colonnade.server.pg.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.pg.wire.BackendWriter;
import dev.colonnade.server.pg.wire.FrontendMessage;
import dev.colonnade.server.pg.wire.Report;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.TransactionStatus;
import io.netty.channel.Channel;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's session. Its event loop gives it what was read; short statements are answered there
 * and then, others by a thread that may wait, one at a time and in the order of the messages.
 *
 * <p>After a failure the messages of a series are passed over up to the next Sync.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the task tells of its failures itself
public final class Conversation {
  private static final Logger LOG = LoggerFactory.getLogger(Conversation.class);
  private static final String IDLE_IN_TRANSACTION = "idle_in_transaction_session_timeout";
  private static final String IDLE_SESSION = "idle_session_timeout";

  /**
   * What a session needs.
   *
   * @param workers threads that may wait
   * @param idleMax outside of a transaction, where the session says nothing; zero for ever
   * @param observer is told what goes on
   */
  public record Seams(
      Executor workers, Duration idleMax, NanoTicker ticker, SessionObserver observer) {
    public Seams {
      requireNonNull(workers, "workers is null");
      requireNonNull(idleMax, "idleMax is null");
      requireNonNull(ticker, "ticker is null");
      requireNonNull(observer, "observer is null");
    }
  }

  private final Seams seams;
  private final Channel channel;
  private final Mailbox mailbox;
  private final Outlet outlet;
  private final SessionGround ground;
  private final SimpleQueries simple;
  private final ExtendedQueries extended;

  /** Counts the times that work was begun: who was idle for long knows by it that nothing came. */
  private final AtomicLong rounds = new AtomicLong();

  /** Belongs to whoever works. */
  private boolean isSkipping;

  /** Belongs to whoever works. */
  private boolean isEnded;

  /** Whether the client was told that it is answered. Belongs to whoever works. */
  private boolean isReady = true;

  /** When work began that the client waits for. Belongs to whoever works. */
  private long startNanos;

  /** Whether an answer is ready that the client waits for. Belongs to whoever works. */
  private boolean isAnswered;

  public Conversation(Seams seams, Channel channel, SqlSession sql) {
    this.seams = requireNonNull(seams, "seams is null");
    this.channel = requireNonNull(channel, "channel is null");
    this.mailbox = new Mailbox(channel.config()::setAutoRead);
    this.outlet = new Outlet(channel);
    this.ground = new SessionGround(sql, outlet);
    Copies copies = new Copies(new CopyIn(ground, mailbox), new CopyOut(ground));
    this.simple = new SimpleQueries(ground, copies);
    this.extended = new ExtendedQueries(ground, copies);
  }

  /** Says what a client has to know, and waits for its first message. On the event loop. */
  public void start(int processId, int secretKey) {
    BackendWriter out = outlet.writer();
    out.authenticationOk();
    ground.sql().settings().reported().forEach(out::parameterStatus);
    ground.sql().settings().onReport((name, value) -> outlet.writer().parameterStatus(name, value));
    out.backendKeyData(processId, secretKey);
    ground.sendReady();
    outlet.flush();
    watchIdle();
  }

  /** Takes a message. On the event loop. */
  public void receive(FrontendMessage message) {
    mailbox.put(message);
  }

  /** Everything that was there was read. On the event loop. */
  public void readComplete() {
    if (mailbox.beginWork()) {
      rounds.incrementAndGet();
      run(false);
    }
  }

  /** Has the statement that runs given up. Any thread. */
  public void cancel() {
    ground.cancel();
  }

  /** There is room for answers again, or none any more. On the event loop. */
  public void writabilityChanged() {
    outlet.wake();
  }

  /** The connection is gone. On the event loop. */
  public void closed() {
    ground.cancel();
    boolean isIdle = mailbox.close();
    outlet.wake();
    if (isIdle) {
      seams.workers().execute(this::finish);
    }
  }

  /** Ends the session if nothing goes on in it. Any thread; returns whether it has. */
  public boolean endIdle(ColonnadeException why) {
    if (!mailbox.beginIdleWork()) {
      return false;
    }
    seams
        .workers()
        .execute(
            () -> {
              end(Reports.fatal(why));
              finish();
            });
    return true;
  }

  private void end(Report report) {
    isEnded = true;
    seams.observer().failed(report.sqlState());
    outlet.writer().errorResponse(report);
    outlet.close();
  }

  /** Frees what the session holds. Runs once, when nobody works any more. */
  private void finish() {
    mailbox.close();
    try {
      extended.close();
      ground.sql().close();
    } finally {
      outlet.discard();
    }
  }

  /** What fails beyond any one message ends the connection. */
  private void run(boolean mayWait) {
    try {
      work(mayWait);
    } catch (RuntimeException | Error e) {
      LOG.error("closing a connection: peer={}", channel.remoteAddress(), e);
      channel.close();
      finish();
    }
  }

  /** Works on messages until there is none left, or until one would have to wait. */
  private void work(boolean mayWait) {
    while (true) {
      if (isEnded || mailbox.isClosed()) {
        finishOn(mayWait);
        return;
      }
      FrontendMessage message = mayWait ? mailbox.poll() : mailbox.first();
      if (message == null) {
        outlet.flush();
        isAnswered = false;
        watchIdle();
        if (mailbox.endWork()) {
          return;
        }
      } else if (mayWait) {
        step(message, true);
      } else if (step(message, false)) {
        mailbox.remove();
      } else {
        seams.workers().execute(() -> run(true));
        return;
      }
    }
  }

  private void finishOn(boolean mayWait) {
    if (mayWait) {
      finish();
    } else {
      seams.workers().execute(this::finish);
    }
  }

  /** Answers a message, and says so; without leave to wait perhaps not. */
  private boolean step(FrontendMessage message, boolean mayWait) {
    if (isReady) {
      isReady = false;
      startNanos = seams.ticker().nanos();
      ground.beginWork();
    }
    try {
      if (isSkipping && isOfSeries(message)) {
        message.release();
        return true;
      }
      return mayWait ? answer(message) : tryAnswer(message);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      failed(message, e);
      return true;
    }
  }

  private static boolean isOfSeries(FrontendMessage message) {
    return !(message instanceof FrontendMessage.Sync
        || message instanceof FrontendMessage.Terminate);
  }

  private void failed(FrontendMessage message, Throwable failure) {
    if (Reports.isFinal(failure)) {
      end(Reports.of(failure));
      return;
    }
    Report report = Reports.of(failure);
    seams.observer().failed(report.sqlState());
    ground.sendNotices();
    outlet.writer().errorResponse(report);
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
      default -> isSkipping = true;
    }
  }

  private void ready(boolean isSimple) {
    extended.forgetPortals();
    ground.sendReady();
    isAnswered = true;
    isReady = true;
    seams.observer().answered(isSimple, seams.ticker().nanos() - startNanos);
  }

  /** Answers what needs no waiting. */
  private boolean tryAnswer(FrontendMessage message) {
    return switch (message) {
      case FrontendMessage.Execute execute ->
          mailbox.isSecondSync() && extended.tryExecute(execute);
      case FrontendMessage.Sync _ -> !extended.isSeries() && answer(message);
      case FrontendMessage.Query _, FrontendMessage.Parse _ -> false;
      default -> answer(message);
    };
  }

  private boolean answer(FrontendMessage message) {
    switch (message) {
      case FrontendMessage.Query(String sql) -> query(sql);
      case FrontendMessage.Parse parse -> {
        sendAnswers();
        extended.parse(parse);
      }
      case FrontendMessage.Bind bind -> extended.bind(bind);
      case FrontendMessage.DescribeStatement(String name) -> extended.describeStatement(name);
      case FrontendMessage.DescribePortal(String name) -> extended.describePortal(name);
      case FrontendMessage.Execute execute -> {
        sendAnswers();
        extended.execute(execute, mailbox.isFirstSync() && !extended.isSeries());
      }
      case FrontendMessage.CloseStatement(String name) -> extended.closeStatement(name);
      case FrontendMessage.ClosePortal(String name) -> extended.closePortal(name);
      case FrontendMessage.Flush _ -> outlet.flush();
      case FrontendMessage.Sync _ -> sync();
      case FrontendMessage.FunctionCall _ ->
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED, "calls of functions by their OIDs are not supported");
      case FrontendMessage.Malformed(ErrorCode code, String reason, boolean _) ->
          throw new ColonnadeException(code, reason);
      case FrontendMessage.Terminate _ -> {
        isEnded = true;
        outlet.close();
      }
      // Left over from a copy that has failed.
      case FrontendMessage.CopyData data -> data.release();
      case FrontendMessage.CopyDone _, FrontendMessage.CopyFail _ -> {}
      case FrontendMessage.Startup _,
          FrontendMessage.SslRequest _,
          FrontendMessage.GssEncRequest _,
          FrontendMessage.CancelRequest _,
          FrontendMessage.Password _ ->
          end(
              Report.of(
                  Report.FATAL,
                  ErrorCode.PROTOCOL_VIOLATION.sqlState(),
                  "message is not expected here: " + message.getClass().getSimpleName()));
    }
    return true;
  }

  /** Answers that are ready do not wait for a statement that may take long. */
  private void sendAnswers() {
    if (isAnswered) {
      isAnswered = false;
      outlet.flush();
    }
  }

  private void query(String sql) {
    sendAnswers();
    extended.forgetUnnamed();
    simple.run(sql);
    ready(true);
  }

  private void sync() {
    isSkipping = false;
    extended.sync();
    ready(false);
  }

  /** Sees to it that a session in which nothing happens for too long is ended. */
  private void watchIdle() {
    boolean isInTransaction = ground.sql().transactionStatus() != TransactionStatus.IDLE;
    Duration max =
        ground.sql().settings().duration(isInTransaction ? IDLE_IN_TRANSACTION : IDLE_SESSION);
    if (max.isZero() && !isInTransaction) {
      max = seams.idleMax();
    }
    if (max.isZero()) {
      return;
    }
    long round = rounds.get();
    channel
        .eventLoop()
        .schedule(
            () -> {
              if (rounds.get() == round) {
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
