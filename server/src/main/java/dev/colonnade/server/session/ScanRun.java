package dev.colonnade.server.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.protocol.request.Scan;
import dev.colonnade.protocol.response.ScanResponse;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.server.net.Exchange;
import org.jspecify.annotations.Nullable;

/**
 * A scan on its way: its pages are made by turns on the pool of readers, one ahead of what may be
 * sent.
 *
 * <p><b>Turns.</b> At most one turn is under way. It makes a page, sends it if there is credit and
 * room, and goes on; without credit or room it ends with that page in hand and holds no thread.
 * Credit, room and giving up each start the next turn, unless one is under way and sees them
 * itself: all of this is decided under the monitor. After {@link #PAGES_PER_TURN} pages others get
 * the thread.
 *
 * <p><b>Memory.</b> A page belongs to the scan until it is sent, and then to the connection, which
 * gives it back when the socket has taken it, or when it never will.
 */
final class ScanRun {
  /** Pages after which other requests get the thread. */
  static final int PAGES_PER_TURN = 8;

  private enum State {
    /** A turn is under way, or about to be. */
    BUSY,
    /** Waits for credit or room. */
    WAITING,
    /** Everything was given back. */
    ENDED
  }

  private final Scan scan;
  private final Exchange exchange;
  private final Session session;
  private final SessionSeams seams;
  private final Cancellation cancellation = Cancellation.withoutDeadline();

  /** These belong to the turn; turns follow each other. */
  private @Nullable ScanSource source;

  private @Nullable ReadyPage ahead;

  /** Guarded by the monitor. */
  private State state = State.BUSY;

  private long creditPages;
  private long creditBytes;
  private boolean givenUp;

  private ScanRun(Scan scan, Exchange exchange, Session session, SessionSeams seams) {
    this.scan = requireNonNull(scan, "scan is null");
    this.exchange = requireNonNull(exchange, "exchange is null");
    this.session = requireNonNull(session, "session is null");
    this.seams = requireNonNull(seams, "seams is null");
    this.creditPages = scan.flow().creditPages();
    this.creditBytes = scan.flow().creditBytes();
  }

  /** Begins to answer a scan. Called on the event loop. */
  static void start(Scan scan, Exchange exchange, Session session, SessionSeams seams) {
    ScanRun run = new ScanRun(scan, exchange, session, seams);
    seams.pools().reads().submit(exchange, run::turn);
    exchange.onCredit(run::grant);
    exchange.onCancel(run::giveUp);
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

  /** Nobody wants the rest: a turn gives everything back. */
  private void giveUp() {
    cancellation.cancel();
    synchronized (this) {
      givenUp = true;
      if (state != State.WAITING) {
        return; // the turn sees it, or there is nothing to give back
      }
      state = State.BUSY;
    }
    startTurn(seams.pools().endings());
  }

  /** Starts a turn if the last one has ended and the page in hand may be sent. */
  private void wake() {
    synchronized (this) {
      if (state != State.WAITING || !hasCredit()) {
        return;
      }
      state = State.BUSY;
    }
    startTurn(seams.pools().reads());
  }

  private void startTurn(WorkPool pool) {
    try {
      pool.resume(this::turn);
    } catch (ColonnadeException shuttingDown) {
      exchange.fail(shuttingDown);
      end();
    }
  }

  private void turn() {
    try {
      if (isGivenUp() || !sendPages()) {
        return;
      }
    } catch (RuntimeException | Error e) {
      exchange.fail(e);
      end();
      return;
    } finally {
      if (isGivenUp()) {
        end();
      }
    }
    startTurn(seams.pools().reads());
  }

  /** Sends pages until there are no more, or none may be sent. Returns whether to go on later. */
  private boolean sendPages() {
    ScanSource from = requireSource();
    for (int pages = 0; pages < PAGES_PER_TURN; pages++) {
      if (ahead == null) {
        ahead = from.next();
      }
      ReadyPage page = ahead;
      if (page == null) {
        exchange.answer(from.end());
        end();
        return false;
      }
      if (!maySend(from)) {
        return false;
      }
      ahead = null;
      pay(page);
      exchange.send(page.page(), page.release());
    }
    return true;
  }

  private ScanSource requireSource() {
    if (source == null) {
      source =
          ScanSource.open(
              scan,
              session,
              seams,
              new ScanSource.Reader(cancellation, exchange.payloadBytesMax()));
      exchange.send(new ScanResponse.Opened(source.head()), () -> {});
    }
    return source;
  }

  /** Whether the page in hand may go; if not, nothing of this scan's may be touched afterwards. */
  private boolean maySend(ScanSource from) {
    if (hasCreditNow() && exchange.hasCapacity()) {
      return true;
    }
    from.pause();
    boolean waitsForRoom;
    synchronized (this) {
      if (givenUp) {
        return false; // the turn ends, and gives everything back
      }
      waitsForRoom = hasCredit();
      state = State.WAITING;
    }
    if (waitsForRoom) {
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

  private synchronized void pay(ReadyPage page) {
    creditPages--;
    creditBytes -= page.bytes();
  }

  /** Whether a turn has to give everything back. */
  private synchronized boolean isGivenUp() {
    return givenUp && state == State.BUSY;
  }

  /** Gives everything back; may wait for other threads. */
  private void end() {
    synchronized (this) {
      if (state == State.ENDED) {
        return;
      }
      state = State.ENDED;
    }
    if (ahead != null) {
      ahead.drop();
      ahead = null;
    }
    if (source != null) {
      source.close();
    }
  }
}
