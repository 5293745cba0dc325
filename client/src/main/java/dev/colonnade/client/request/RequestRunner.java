package dev.colonnade.client.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.net.Call;
import dev.colonnade.client.net.CallControl;
import dev.colonnade.client.net.ClientConnection;
import dev.colonnade.client.net.ConnectionPool;
import dev.colonnade.client.net.ConnectionSource;
import dev.colonnade.client.net.Deadline;
import dev.colonnade.client.trace.ClientSpan;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.response.ErrorResponse;
import dev.colonnade.protocol.response.Response;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Executor of requests with a single response. It retries requests where that is safe, until the
 * final outcome.
 */
public final class RequestRunner {
  private final ConnectionPool pool;
  private final ConnectionSource source;

  /**
   * Creates a runner on the connections of {@code source}.
   *
   * @param pool pool whose clock and threads are used
   */
  public RequestRunner(ConnectionPool pool, ConnectionSource source) {
    this.pool = requireNonNull(pool, "pool is null");
    this.source = requireNonNull(source, "source is null");
  }

  /**
   * Runs a request.
   *
   * @param request creates the request for one attempt, with its own buffer if it has one
   * @param timeout for all attempts together
   * @return the response, whose buffer the receiver owns, or a {@link ClientException}; canceling
   *     the future cancels the request
   */
  public CompletableFuture<Response> run(
      Supplier<Request> request, Idempotency repeatability, Duration timeout) {
    Run run = new Run(request, repeatability, Deadline.after(pool.nowNanos(), timeout));
    run.attempt();
    return run.outcome;
  }

  /** Returns the exception for the caller, unwrapped from the exceptions of a chain of futures. */
  public static ClientException unwrap(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause instanceof ClientException known
        ? known
        : new ClientException(
            ClientError.PROTOCOL_VIOLATION, "request failed inside the client: " + cause, cause);
  }

  /** Single request with its attempts. */
  private final class Run {
    private final Supplier<Request> request;
    private final Idempotency repeatability;
    private final long deadlineNanos;
    private final CompletableFuture<Response> outcome = new CompletableFuture<>();
    private volatile @Nullable CallControl current;
    private final ClientSpan span = pool.config().tracer().start("request");
    private int attempts;

    /** Failure of the attempt before the present one; null in the first one. */
    private volatile @Nullable ClientException lastFailure;

    Run(Supplier<Request> request, Idempotency repeatability, long deadlineNanos) {
      this.request = request;
      this.repeatability = repeatability;
      this.deadlineNanos = deadlineNanos;
      var unused =
          outcome.whenComplete(
              (response, failure) -> {
                span.end(failure == null ? null : unwrap(failure).sqlState());
                cancelIfCanceled();
              });
    }

    void attempt() {
      attempts++;
      CompletableFuture<ClientConnection> connecting = source.acquire();
      if (!connecting.isDone()) {
        int leftMillis = Deadline.remainingMillis(deadlineNanos, pool.nowNanos());
        pool.schedule(this::failUnlessSubmitted, leftMillis);
      }
      var unused =
          connecting.whenComplete(
              (connection, failure) -> {
                if (failure != null) {
                  fail(unwrap(failure), false);
                } else {
                  submit(connection);
                }
              });
    }

    void fail(ClientException failure, boolean sent) {
      if (outcome.isDone()) {
        return;
      }
      boolean awaitsServer = RetryPolicy.awaitsServer(pool.config(), failure, sent);
      boolean again =
          (attempts < pool.config().timing().attemptsMax() || awaitsServer)
              && RetryPolicy.mayRetry(repeatability, failure, sent);
      long pauseMillis = RetryPolicy.pauseMillis(attempts, awaitsServer);
      int leftMillis = Deadline.remainingMillis(deadlineNanos, pool.nowNanos());
      if (again && leftMillis > pauseMillis) {
        lastFailure = failure;
        pool.schedule(this::attempt, pauseMillis);
      } else {
        outcome.completeExceptionally(RetryPolicy.outcome(repeatability, failure, sent));
      }
    }

    private void failUnlessSubmitted() {
      if (current == null) {
        ClientException last = lastFailure;
        outcome.completeExceptionally(
            last != null
                ? last
                : new ClientException(
                    ClientError.DEADLINE_EXCEEDED, "no connection was established in time"));
      }
    }

    private void submit(ClientConnection connection) {
      if (outcome.isDone()) {
        return;
      }
      Request next = request.get();
      span.operation(next.type().name());
      current = connection.submit(new SingleCall(this, next, deadlineNanos));
      cancelIfCanceled();
    }

    private void cancelIfCanceled() {
      CallControl control = current;
      if (control != null && outcome.isCancelled()) {
        control.cancel();
      }
    }
  }

  /** Call of one attempt. */
  private static final class SingleCall extends Call {
    private final Run run;

    SingleCall(Run run, Request request, long deadlineNanos) {
      super(request, deadlineNanos, run.span);
      this.run = run;
    }

    @Override
    protected void onResponse(Response response, boolean isLast) {
      if (response instanceof ErrorResponse error) {
        run.fail(new ClientException(error), true);
      } else if (!run.outcome.complete(response)) {
        response.release();
      }
    }

    @Override
    protected void onFailure(ClientException failure, boolean sent) {
      run.fail(failure, sent);
    }
  }
}
