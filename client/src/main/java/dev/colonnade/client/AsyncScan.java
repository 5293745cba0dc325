package dev.colonnade.client;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.net.CallControl;
import dev.colonnade.client.net.ClientConnection;
import dev.colonnade.client.net.ConnectionPool;
import dev.colonnade.client.net.ConnectionSource;
import dev.colonnade.client.page.PageDecoder;
import dev.colonnade.client.page.PageInfo;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.request.Idempotency;
import dev.colonnade.client.request.RequestRunner;
import dev.colonnade.client.request.RetryPolicy;
import dev.colonnade.client.request.ScanCall;
import dev.colonnade.client.trace.ClientSpan;
import dev.colonnade.protocol.request.Scan;
import dev.colonnade.protocol.response.ScanResponse;
import dev.colonnade.protocol.result.ResultMetadata;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Running scan. Pages are requested one at a time; meanwhile the server sends pages ahead as far as
 * the scan's credit permits. A scan fails as a whole: after an error, pages received before are not
 * a valid partial result. A scan is retried on another connection only until its first page was
 * delivered. Must be closed.
 *
 * <p>Safe for use by any thread, one at a time. All mutable fields are guarded by {@code this}.
 */
public final class AsyncScan implements AutoCloseable {
  private final ConnectionPool pool;
  private final Connections connections;
  private final Scan request;
  private final long deadlineNanos;
  private final ClientSpan span;
  private final long startNanos;
  private final Function<ResultMetadata, CompletableFuture<PageDecoder>> decoders;

  private final Deque<ScanResponse.Page> pages = new ArrayDeque<>();
  private CreditWindow credit;
  private int attempt;
  private boolean delivered;
  private boolean closed;
  private @Nullable CallControl control;
  private @Nullable ResultMetadata head;
  private @Nullable CompletableFuture<PageDecoder> decoder;
  private ScanResponse.@Nullable End end;
  private @Nullable ClientException failure;
  private @Nullable CompletableFuture<Optional<ResultPage>> waiter;

  /**
   * Connections of a scan.
   *
   * @param pool pool whose clock and threads are used
   * @param source source of the connection of an attempt
   * @param isRetried whether the scan is retried on another connection
   * @param failures receives the failure of the scan, unless it was closed before
   */
  record Connections(
      ConnectionPool pool,
      ConnectionSource source,
      boolean isRetried,
      Consumer<ClientException> failures) {}

  AsyncScan(
      Connections connections,
      Scan request,
      long deadlineNanos,
      Function<ResultMetadata, CompletableFuture<PageDecoder>> decoders) {
    this.connections = connections;
    this.pool = connections.pool();
    this.request = request;
    this.deadlineNanos = deadlineNanos;
    this.startNanos = pool.nowNanos();
    this.decoders = decoders;
    this.credit = new CreditWindow(request.flow());
    this.span = pool.config().tracer().start(request.type().name());
  }

  /**
   * Returns the next page, which the receiver closes; empty if there are no more. Fails with {@link
   * ClientException}. The previous future must be complete.
   */
  public CompletableFuture<Optional<ResultPage>> nextPage() {
    CompletableFuture<Optional<ResultPage>> requested = new CompletableFuture<>();
    synchronized (this) {
      if (waiter != null) {
        throw new IllegalStateException("the previous page is still outstanding");
      }
      waiter = requested;
    }
    deliver();
    return requested;
  }

  /** Returns the metadata common to all pages, once the first page was delivered. */
  public synchronized Optional<ResultMetadata> head() {
    return Optional.ofNullable(head);
  }

  /**
   * Returns the end of the scan, once all its pages were delivered: resource consumption, resume
   * key, trace.
   */
  public synchronized Optional<ScanResponse.End> end() {
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
        connections
            .source()
            .acquire()
            .whenComplete(
                (connection, notConnected) -> {
                  if (notConnected != null) {
                    retryOrFail(current, RequestRunner.unwrap(notConnected), false);
                  } else {
                    submit(current, connection);
                  }
                });
  }

  private void submit(int current, ClientConnection connection) {
    synchronized (this) {
      if (closed) {
        return;
      }
      // Inside the lock, so that control is set before the first response is processed.
      control =
          connection.submit(new ScanCall(request, deadlineNanos, new Receiver(current), span));
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
          connections.isRetried()
              && !delivered
              && !closed
              && (attempts < pool.config().timing().attemptsMax() || awaitsServer(reason, sent))
              && RetryPolicy.mayRetry(Idempotency.READ, reason, sent);
      if (again) {
        control = null;
        head = null;
        decoder = null;
        credit = new CreditWindow(request.flow());
      }
    }
    if (again) {
      dropPages();
      pool.schedule(this::start, RetryPolicy.pauseMillis(attempts, awaitsServer(reason, sent)));
    } else {
      fail(reason);
    }
  }

  private boolean awaitsServer(ClientException reason, boolean sent) {
    return RetryPolicy.awaitsServer(pool.config(), reason, sent)
        && pool.nowNanos() - startNanos < pool.config().timing().requestTimeout().toNanos();
  }

  private void fail(ClientException reason) {
    boolean isFirst;
    synchronized (this) {
      isFirst = failure == null && !closed;
      if (failure == null) {
        failure = reason;
      }
    }
    span.end(reason.sqlState());
    if (isFirst) {
      connections.failures().accept(reason);
    }
    dropPages();
    deliver();
  }

  private void dropPages() {
    List<ScanResponse.Page> dropped;
    synchronized (this) {
      dropped = new ArrayList<>(pages);
      pages.clear();
    }
    dropped.forEach(ScanResponse.Page::release);
  }

  /** Completes the waiting future if a page, the end or a failure is available. */
  private void deliver() {
    CompletableFuture<Optional<ResultPage>> requested;
    ScanResponse.Page page = null;
    ClientException failed;
    CompletableFuture<PageDecoder> pageDecoder;
    synchronized (this) {
      requested = waiter;
      failed = failure;
      pageDecoder = decoder;
      boolean decodable = pageDecoder != null && pageDecoder.isDone() && !pages.isEmpty();
      boolean done = end != null && pages.isEmpty();
      if (requested == null || !(failed != null || decodable || done)) {
        return;
      }
      waiter = null;
      if (failed == null && decodable) {
        page = pages.remove();
        delivered = true;
      }
    }
    if (failed != null) {
      requested.completeExceptionally(failed);
    } else if (page == null || pageDecoder == null) {
      requested.complete(Optional.empty());
    } else {
      decodePage(page, pageDecoder, requested);
    }
  }

  private void decodePage(
      ScanResponse.Page page,
      CompletableFuture<PageDecoder> pageDecoder,
      CompletableFuture<Optional<ResultPage>> requested) {
    int payloadBytes = page.payload().readableBytes();
    ResultPage result;
    try {
      PageInfo info = new PageInfo(page.rowCount(), page.reason(), page.resume(), page.usage());
      result = pageDecoder.join().decode(info, page.payload());
    } catch (RuntimeException refused) {
      ClientException malformed = PageDecoders.undecodable(refused);
      requested.completeExceptionally(malformed);
      cancelAndFail(malformed);
      return;
    }
    grant(payloadBytes);
    if (!requested.complete(Optional.of(result))) {
      // The caller has canceled the future; without this page the result would be incomplete.
      result.close();
      cancelAndFail(new ClientException(ClientError.CANCELED, "page request was canceled"));
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
      due = credit.consume(payloadBytes);
    }
    if (granted != null && due.pages() > 0) {
      granted.grant(due.pages(), due.bytes());
    }
  }

  /**
   * Receiver of one attempt. Responses that arrive after a later attempt has started are released.
   */
  private final class Receiver implements ScanCall.Receiver {
    private final int current;

    Receiver(int current) {
      this.current = current;
    }

    @Override
    public void onOpened(ScanResponse.Opened opened) {
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
    public void onPage(ScanResponse.Page page) {
      boolean accepted;
      boolean granted;
      synchronized (AsyncScan.this) {
        granted = decoder != null && credit.receive(page.payload().readableBytes());
        accepted = granted && current == attempt && failure == null && !closed;
        if (accepted) {
          pages.add(page);
        }
      }
      if (accepted) {
        deliver();
        return;
      }
      page.release();
      if (!granted) {
        cancelAndFail(
            new ClientException(
                ClientError.PROTOCOL_VIOLATION, "server sent a page without credit"));
      }
    }

    @Override
    public void onEnd(ScanResponse.End ended) {
      synchronized (AsyncScan.this) {
        if (current == attempt) {
          end = ended;
          span.end(null);
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
