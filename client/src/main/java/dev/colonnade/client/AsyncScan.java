package dev.colonnade.client;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.net.CallControl;
import dev.colonnade.client.net.Connection;
import dev.colonnade.client.net.ConnectionPool;
import dev.colonnade.client.net.Repeatability;
import dev.colonnade.client.net.RequestRunner;
import dev.colonnade.client.net.RetryPolicy;
import dev.colonnade.client.net.ScanCall;
import dev.colonnade.client.page.PageDecoder;
import dev.colonnade.client.page.PageInfo;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.protocol.request.Scan;
import dev.colonnade.protocol.response.ResultHead;
import dev.colonnade.protocol.response.ScanEnd;
import dev.colonnade.protocol.response.ScanOpened;
import dev.colonnade.protocol.response.ScanPage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A running scan. Pages are asked for one at a time; meanwhile the server sends ahead as far as the
 * scan's credit goes. A scan that fails fails whole: after an error no page is to be taken for part
 * of a result. A scan is tried again, on another connection, only until its first page was given
 * out. To be closed.
 *
 * <p>Safe for use by any thread, one at a time. Everything mutable is guarded by {@code this}.
 */
public final class AsyncScan implements AutoCloseable {
  private final ConnectionPool pool;
  private final Scan request;
  private final long deadlineNanos;
  private final Function<ResultHead, CompletableFuture<PageDecoder>> decoders;

  private final Deque<ScanPage> pages = new ArrayDeque<>();
  private CreditWindow credit;
  private int attempt;
  private boolean givenOut;
  private boolean closed;
  private @Nullable CallControl control;
  private @Nullable ResultHead head;
  private @Nullable CompletableFuture<PageDecoder> decoder;
  private @Nullable ScanEnd end;
  private @Nullable ClientException failure;
  private @Nullable CompletableFuture<Optional<ResultPage>> waiter;

  AsyncScan(
      ConnectionPool pool,
      Scan request,
      long deadlineNanos,
      Function<ResultHead, CompletableFuture<PageDecoder>> decoders) {
    this.pool = pool;
    this.request = request;
    this.deadlineNanos = deadlineNanos;
    this.decoders = decoders;
    this.credit = new CreditWindow(request.flow());
  }

  /**
   * The next page, which the receiver closes; empty when there are no more. Fails with {@link
   * ClientException}. The future before must be done.
   */
  public CompletableFuture<Optional<ResultPage>> nextPage() {
    CompletableFuture<Optional<ResultPage>> asked = new CompletableFuture<>();
    synchronized (this) {
      if (waiter != null) {
        throw new IllegalStateException("a page is asked for already");
      }
      waiter = asked;
    }
    deliver();
    return asked;
  }

  /** What holds for all pages, once the first one was given out. */
  public synchronized Optional<ResultHead> head() {
    return Optional.ofNullable(head);
  }

  /** How the scan ended, once all its pages were given out: what it used, where to go on, trace. */
  public synchronized Optional<ScanEnd> end() {
    return pages.isEmpty() ? Optional.ofNullable(end) : Optional.empty();
  }

  @Override
  public void close() {
    CallControl canceled;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      canceled = end == null && failure == null ? control : null;
    }
    if (canceled != null) {
      canceled.cancel();
    }
    fail(new ClientException(ClientError.CANCELED, "scan is closed"));
  }

  /** Sends the scan to a server. */
  void start() {
    int current;
    synchronized (this) {
      attempt++;
      current = attempt;
    }
    var unused =
        pool.acquire()
            .whenComplete(
                (connection, notConnected) -> {
                  if (notConnected != null) {
                    retryOrFail(current, RequestRunner.unwrap(notConnected), false);
                  } else {
                    submit(current, connection);
                  }
                });
  }

  private void submit(int current, Connection connection) {
    synchronized (this) {
      if (closed) {
        return;
      }
      // Inside of the lock, so that no answer is seen before what controls it.
      control = connection.submit(new ScanCall(request, deadlineNanos, new Receiver(current)));
    }
  }

  private void retryOrFail(int current, ClientException reason, boolean sent) {
    boolean again;
    int attempts;
    synchronized (this) {
      if (current != attempt) {
        return;
      }
      attempts = attempt;
      again =
          !givenOut
              && !closed
              && attempts < pool.config().timing().attemptsMax()
              && RetryPolicy.mayRepeat(Repeatability.READ, reason, sent);
      if (again) {
        control = null;
        head = null;
        decoder = null;
        credit = new CreditWindow(request.flow());
      }
    }
    if (again) {
      dropPages();
      pool.schedule(this::start, RetryPolicy.pauseMillis(attempts));
    } else {
      fail(reason);
    }
  }

  private void fail(ClientException reason) {
    synchronized (this) {
      if (failure == null) {
        failure = reason;
      }
    }
    dropPages();
    deliver();
  }

  private void dropPages() {
    List<ScanPage> dropped;
    synchronized (this) {
      dropped = new ArrayList<>(pages);
      pages.clear();
    }
    dropped.forEach(ScanPage::release);
  }

  /** Gives the waiting future what there is for it, if there is anything. */
  private void deliver() {
    CompletableFuture<Optional<ResultPage>> asked;
    ScanPage page = null;
    ClientException failed;
    CompletableFuture<PageDecoder> pageDecoder;
    synchronized (this) {
      asked = waiter;
      failed = failure;
      pageDecoder = decoder;
      boolean decodable = pageDecoder != null && pageDecoder.isDone() && !pages.isEmpty();
      boolean done = end != null && pages.isEmpty();
      if (asked == null || !(failed != null || decodable || done)) {
        return;
      }
      waiter = null;
      if (failed == null && decodable) {
        page = pages.remove();
        givenOut = true;
      }
    }
    if (failed != null) {
      asked.completeExceptionally(failed);
    } else if (page == null || pageDecoder == null) {
      asked.complete(Optional.empty());
    } else {
      give(page, pageDecoder, asked);
    }
  }

  private void give(
      ScanPage page,
      CompletableFuture<PageDecoder> pageDecoder,
      CompletableFuture<Optional<ResultPage>> asked) {
    int payloadBytes = page.payload().readableBytes();
    ResultPage result;
    try {
      PageInfo info = new PageInfo(page.rowCount(), page.reason(), page.resume(), page.usage());
      result = pageDecoder.join().decode(info, page.payload());
    } catch (RuntimeException refused) {
      ClientException malformed = Decoders.undecodable(refused);
      asked.completeExceptionally(malformed);
      cancelAndFail(malformed);
      return;
    }
    grant(payloadBytes);
    if (!asked.complete(Optional.of(result))) {
      // Whoever asked has gone; without this page the rest would be no result.
      result.close();
      cancelAndFail(new ClientException(ClientError.CANCELED, "page is not waited for any more"));
    }
  }

  private void cancelAndFail(ClientException reason) {
    CallControl canceled;
    synchronized (this) {
      canceled = control;
    }
    if (canceled != null) {
      canceled.cancel();
    }
    fail(reason);
  }

  private void grant(int payloadBytes) {
    CallControl granted;
    CreditWindow.Grant due;
    synchronized (this) {
      granted = end == null ? control : null;
      due = credit.take(payloadBytes);
    }
    if (granted != null && due.pages() > 0) {
      granted.grant(due.pages(), due.bytes());
    }
  }

  /** Receives one attempt. What comes after another attempt has begun is dropped. */
  private final class Receiver implements ScanCall.Receiver {
    private final int current;

    Receiver(int current) {
      this.current = current;
    }

    @Override
    public void onOpened(ScanOpened opened) {
      CompletableFuture<PageDecoder> found = decoders.apply(opened.head());
      synchronized (AsyncScan.this) {
        if (current != attempt) {
          return;
        }
        head = opened.head();
        decoder = found;
      }
      var unused =
          found.whenComplete(
              (ready, notFound) -> {
                if (notFound != null && isCurrent()) {
                  cancelAndFail(RequestRunner.unwrap(notFound));
                } else {
                  deliver();
                }
              });
    }

    @Override
    public void onPage(ScanPage page) {
      boolean kept;
      boolean granted;
      synchronized (AsyncScan.this) {
        granted = decoder != null && credit.receive(page.payload().readableBytes());
        kept = granted && current == attempt && failure == null && !closed;
        if (kept) {
          pages.add(page);
        }
      }
      if (kept) {
        deliver();
        return;
      }
      page.release();
      if (!granted) {
        cancelAndFail(
            new ClientException(
                ClientError.PROTOCOL_VIOLATION, "server sent a page without credit for it"));
      }
    }

    @Override
    public void onEnd(ScanEnd ended) {
      synchronized (AsyncScan.this) {
        if (current == attempt) {
          end = ended;
        }
      }
      deliver();
    }

    @Override
    public void onFailure(ClientException reason, boolean sent) {
      retryOrFail(current, reason, sent);
    }

    private boolean isCurrent() {
      synchronized (AsyncScan.this) {
        return current == attempt;
      }
    }
  }
}
