package dev.colonnade.server.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.request.Scan;
import dev.colonnade.protocol.response.ScanResponse;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.server.net.Exchange;
import dev.colonnade.server.session.page.EncodedPage;
import dev.colonnade.server.session.row.CommittedReads;
import dev.colonnade.server.session.row.RowReads;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Execution of a scan with credit-based flow control. Pages are produced in turns on the read pool,
 * with one page of prefetch.
 *
 * <p><b>Turns.</b> At most one turn is active. It produces a page, sends it if credit and outbound
 * capacity are available, and continues; otherwise it ends with the prefetched page and occupies no
 * thread. Credit, capacity and cancellation each start the next turn, unless an active turn
 * observes them: this is decided under the monitor. After {@link #PAGES_PER_TURN} pages the turn
 * yields its thread to other requests.
 *
 * <p><b>Memory.</b> The scan owns a page until it is sent. Then the connection owns it, and frees
 * it when the socket has accepted it or the connection is closed.
 */
final class ScanExecution {
  /** Number of pages after which a turn yields its thread. */
  static final int PAGES_PER_TURN = 8;

  private enum State {
    /** A turn is active or queued. */
    BUSY,
    /** Waits for credit or outbound capacity. */
    WAITING,
    /** All resources are released. */
    ENDED
  }

  private final Scan scan;
  private final Exchange exchange;
  private final Environment environment;
  private final Cancellation cancellation;

  /** Confined to the active turn; turns do not overlap. */
  private @Nullable RowReads reads;

  private @Nullable ScanPageSource source;

  private @Nullable EncodedPage prefetched;

  /** Guarded by the monitor. */
  private State state = State.BUSY;

  private long creditPages;
  private long creditBytes;
  private boolean canceled;

  private ScanExecution(Scan scan, Exchange exchange, Environment environment) {
    this.scan = requireNonNull(scan, "scan is null");
    this.exchange = requireNonNull(exchange, "exchange is null");
    this.environment = requireNonNull(environment, "environment is null");
    this.cancellation = Cancellation.traced(Cancellation.withoutDeadline(), exchange.span());
    this.creditPages = scan.flow().creditPages();
    this.creditBytes = scan.flow().creditBytes();
  }

  /**
   * Environment of a scan: what it reads, and the threads of its turns.
   *
   * @param reads opens the snapshot, in the first turn
   * @param turns runs the turns that read
   * @param cleanups runs the turn that releases the resources of a canceled scan
   */
  record Environment(
      Session session,
      SessionDependencies dependencies,
      Function<Cancellation, RowReads> reads,
      Executor turns,
      Executor cleanups) {
    /** Returns that of scans outside of transactions, whose turns are on the thread pools. */
    static Environment committed(Session session, SessionDependencies dependencies) {
      RowReads reads = new CommittedReads(session);
      return new Environment(
          session,
          dependencies,
          cancellation -> reads,
          dependencies.pools().reads()::resume,
          dependencies.pools().cleanups()::resume);
    }
  }

  /** Starts a scan outside of a transaction. Called on the event loop. */
  static void start(
      Scan scan, Exchange exchange, Session session, SessionDependencies dependencies) {
    Environment environment = Environment.committed(session, dependencies);
    dependencies.pools().reads().submit(exchange, firstTurn(scan, exchange, environment));
  }

  /** Returns the first turn of a scan. Called on the event loop. */
  static Runnable firstTurn(Scan scan, Exchange exchange, Environment environment) {
    ScanExecution run = new ScanExecution(scan, exchange, environment);
    exchange.onCredit(run::grant);
    exchange.onCancel(run::cancel);
    return run::turn;
  }

  private void grant(int pages, long bytes) {
    synchronized (this) {
      creditPages = saturatedSum(creditPages, pages);
      creditBytes = saturatedSum(creditBytes, bytes);
    }
    wake();
  }

  private static long saturatedSum(long left, long right) {
    long sum = left + right;
    return left > 0 && sum < 0 ? Long.MAX_VALUE : sum;
  }

  /** Cancels the scan: a turn releases its resources. */
  private void cancel() {
    boolean startsTurn;
    synchronized (this) {
      canceled = true; // before the active turn can fail by it
      startsTurn = state == State.WAITING;
      if (startsTurn) {
        state = State.BUSY;
      }
    }
    cancellation.cancel();
    if (startsTurn) {
      startTurn(environment.cleanups());
    } // else the active turn observes it, or all resources are released
  }

  /** Starts a turn if none is active and the prefetched page may be sent. */
  private void wake() {
    synchronized (this) {
      if (state != State.WAITING || !hasCredit()) {
        return;
      }
      state = State.BUSY;
    }
    startTurn(environment.turns());
  }

  private void startTurn(Executor threads) {
    try {
      threads.execute(this::turn);
    } catch (ColonnadeException | RejectedExecutionException shuttingDown) {
      exchange.fail(shuttingDown);
      end();
    }
  }

  /**
   * Sends pages, or releases all resources if the scan is canceled. Once {@link #sendPages} has
   * returned false, another turn may be active: this one must not access the scan again.
   */
  private void turn() {
    try {
      if (isCanceled()) {
        end();
        return;
      }
      if (!sendPages()) {
        return;
      }
    } catch (RuntimeException | Error e) {
      if (reads != null && !isEndOfCanceled(e)) {
        reads.fail();
      }
      exchange.fail(e);
      end();
      return;
    }
    startTurn(environment.turns());
  }

  /**
   * Returns whether an error is that of a canceled scan. It does not fail the transaction, as it
   * does not if the scan is canceled while it waits: the client has read what it needs.
   */
  private boolean isEndOfCanceled(Throwable error) {
    return isCanceled()
        && error instanceof ColonnadeException known
        && known.code() == ErrorCode.CANCELED;
  }

  /**
   * Sends pages while flow control permits. Returns whether another turn must follow at once;
   * otherwise the scan has ended, or waits and belongs to the next turn.
   */
  private boolean sendPages() {
    ScanPageSource from = requireSource();
    for (int pages = 0; pages < PAGES_PER_TURN; pages++) {
      if (prefetched == null) {
        prefetched = from.next();
      }
      EncodedPage page = prefetched;
      if (page == null) {
        exchange.answer(from.end());
        end();
        return false;
      }
      if (!maySend(from)) {
        return false;
      }
      prefetched = null;
      consumeCredit(page);
      exchange.send(page.page(), page.release());
    }
    return true;
  }

  private ScanPageSource requireSource() {
    if (source == null) {
      reads = environment.reads().apply(cancellation);
      source =
          ScanPageSource.open(
              scan,
              reads,
              environment.session(),
              environment.dependencies(),
              new ScanPageSource.Reader(cancellation, exchange.payloadBytesMax()));
      exchange.send(new ScanResponse.Opened(source.head()), () -> {});
    }
    return source;
  }

  /**
   * Returns whether the prefetched page may be sent; if not, the turn must not access the scan
   * again.
   */
  private boolean maySend(ScanPageSource from) {
    if (hasCreditNow() && exchange.hasCapacity()) {
      return true;
    }
    from.pause();
    boolean waitsForCapacity;
    boolean releases;
    synchronized (this) {
      waitsForCapacity = hasCredit();
      releases = canceled;
      if (!releases) {
        state = State.WAITING;
      }
    }
    if (releases) {
      end();
      return false;
    }
    if (waitsForCapacity) {
      exchange.onCapacity(this::wake);
    }
    return false;
  }

  private synchronized boolean hasCreditNow() {
    return hasCredit();
  }

  private boolean hasCredit() {
    return creditPages > 0 && creditBytes > 0;
  }

  private synchronized void consumeCredit(EncodedPage page) {
    creditPages--;
    creditBytes -= page.bytes();
  }

  /** Returns whether the active turn must release all resources. */
  private synchronized boolean isCanceled() {
    return canceled && state == State.BUSY;
  }

  /** Releases all resources; may wait for other threads. */
  private void end() {
    synchronized (this) {
      if (state == State.ENDED) {
        return;
      }
      state = State.ENDED;
    }
    if (prefetched != null) {
      prefetched.discard();
      prefetched = null;
    }
    if (source != null) {
      source.close();
    }
    if (reads != null) {
      reads.close();
    }
  }
}
