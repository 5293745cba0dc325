package dev.colonnade.client.net;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.response.Response;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Requests whose answer is of one kind, for callers that do not wait and for those that do. Safe
 * for use by any thread.
 */
public final class Requests {
  private final ConnectionPool pool;
  private final RequestRunner runner;

  /** Requests that are spread over the connections of a pool. */
  public Requests(ConnectionPool pool) {
    this(pool, pool);
  }

  /**
   * Requests by one connection.
   *
   * @param pool whose clock and threads are used
   */
  public Requests(ConnectionPool pool, ConnectionSource source) {
    this.pool = requireNonNull(pool, "pool is null");
    this.runner = new RequestRunner(pool, source);
  }

  /** Sends what changes nothing. Canceling the future cancels the request. */
  public <R extends Response, T> CompletableFuture<T> read(
      Request request, Class<R> expected, Function<R, T> answer) {
    return run(() -> request, Repeatability.READ, expected, answer);
  }

  /**
   * Sends a change.
   *
   * @param request makes the request for one attempt
   */
  public <R extends Response, T> CompletableFuture<T> change(
      Supplier<Request> request, Class<R> expected, Function<R, T> answer) {
    return run(request, Repeatability.CHANGE, expected, answer);
  }

  /** Sends what takes something that can be taken but once. */
  public <R extends Response, T> CompletableFuture<T> take(
      Request request, Class<R> expected, Function<R, T> answer) {
    return run(() -> request, Repeatability.TAKE, expected, answer);
  }

  /** Runs a request whose answer may be of several kinds, with the timeout of the client. */
  public CompletableFuture<Response> run(Supplier<Request> request, Repeatability repeatability) {
    return runner.run(request, repeatability, pool.config().timing().requestTimeout());
  }

  /** The time that deadlines are measured by. */
  public long nowNanos() {
    return pool.nowNanos();
  }

  /** Waits for an answer; not for event loops. */
  public <T> T await(CompletableFuture<T> future) {
    if (!future.isDone() && pool.isEventLoop()) {
      future.cancel(false);
      throw new IllegalStateException("an event loop must not wait for an answer");
    }
    try {
      return future.get();
    } catch (ExecutionException failure) {
      throw withStackOfCaller(RequestRunner.unwrap(requireNonNull(failure.getCause())));
    } catch (InterruptedException interrupted) {
      future.cancel(false);
      Thread.currentThread().interrupt();
      throw new ClientException(ClientError.CANCELED, "wait was interrupted", interrupted);
    }
  }

  /** Has {@code source} canceled if {@code result} is. */
  public static void cancelWith(CompletableFuture<?> result, CompletableFuture<?> source) {
    var unused =
        result.whenComplete(
            (answer, failure) -> {
              if (result.isCancelled()) {
                source.cancel(false);
              }
            });
  }

  /** The server answered something else than it should. */
  public static ClientException mismatch(Class<?> expected, Response response) {
    return new ClientException(
        ClientError.PROTOCOL_VIOLATION,
        "server answered something else: expected="
            + expected.getSimpleName()
            + " actual="
            + response.type());
  }

  private <R extends Response, T> CompletableFuture<T> run(
      Supplier<Request> request,
      Repeatability repeatability,
      Class<R> expected,
      Function<R, T> answer) {
    CompletableFuture<Response> answered = run(request, repeatability);
    CompletableFuture<T> result = new CompletableFuture<>();
    var unused =
        answered.whenComplete(
            (response, failure) -> {
              if (failure != null) {
                result.completeExceptionally(RequestRunner.unwrap(failure));
              } else if (expected.isInstance(response)) {
                result.complete(answer.apply(expected.cast(response)));
              } else {
                response.release();
                result.completeExceptionally(mismatch(expected, response));
              }
            });
    cancelWith(result, answered);
    return result;
  }

  /** What failed on an event loop should also say who waited for it. */
  private static ClientException withStackOfCaller(ClientException failure) {
    failure.addSuppressed(new WaitedHere());
    return failure;
  }

  private static final class WaitedHere extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WaitedHere() {
      super("waited here");
    }
  }
}
