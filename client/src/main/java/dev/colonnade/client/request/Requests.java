package dev.colonnade.client.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.net.ConnectionPool;
import dev.colonnade.client.net.ConnectionSource;
import dev.colonnade.protocol.request.Request;
import dev.colonnade.protocol.response.Response;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;

/** Requests with a response of one type, asynchronous or blocking. Thread-safe. */
public final class Requests {
  private final ConnectionPool pool;
  private final RequestRunner runner;

  /** Creates requests that are distributed over the connections of a pool. */
  public Requests(ConnectionPool pool) {
    this(pool, pool);
  }

  /**
   * Creates requests on one connection.
   *
   * @param pool pool whose clock and threads are used
   */
  public Requests(ConnectionPool pool, ConnectionSource source) {
    this.pool = requireNonNull(pool, "pool is null");
    this.runner = new RequestRunner(pool, source);
  }

  /** Sends a request that changes nothing. Canceling the future cancels the request. */
  public <R extends Response, T> CompletableFuture<T> read(
      Request request, Class<R> expected, Function<R, T> answer) {
    return run(() -> request, Idempotency.READ, expected, answer);
  }

  /**
   * Sends a change.
   *
   * @param request creates the request for one attempt
   */
  public <R extends Response, T> CompletableFuture<T> change(
      Supplier<Request> request, Class<R> expected, Function<R, T> answer) {
    return run(request, Idempotency.CHANGE, expected, answer);
  }

  /** Sends a request that allocates a resource. */
  public <R extends Response, T> CompletableFuture<T> allocate(
      Request request, Class<R> expected, Function<R, T> answer) {
    return run(() -> request, Idempotency.ALLOCATE, expected, answer);
  }

  /** Runs a request with responses of several types, with the timeout of the client. */
  public CompletableFuture<Response> run(Supplier<Request> request, Idempotency repeatability) {
    return runner.run(request, repeatability, pool.config().timing().requestTimeout());
  }

  /** Returns the current time of the clock of deadlines. */
  public long nowNanos() {
    return pool.nowNanos();
  }

  /**
   * Waits for a result. Throws {@link IllegalStateException} if the calling thread is an event
   * loop.
   */
  public <T> T await(CompletableFuture<T> future) {
    if (!future.isDone() && pool.isEventLoop()) {
      future.cancel(false);
      throw new IllegalStateException("an event loop must not wait for a response");
    }
    try {
      return future.get();
    } catch (ExecutionException failure) {
      throw withCallerStack(RequestRunner.unwrap(requireNonNull(failure.getCause())));
    } catch (InterruptedException interrupted) {
      future.cancel(false);
      Thread.currentThread().interrupt();
      throw new ClientException(ClientError.CANCELED, "wait was interrupted", interrupted);
    }
  }

  /** Cancels {@code source} when {@code result} is canceled. */
  public static void cancelWith(CompletableFuture<?> result, CompletableFuture<?> source) {
    var unused =
        result.whenComplete(
            (answer, failure) -> {
              if (result.isCancelled()) {
                source.cancel(false);
              }
            });
  }

  /** Returns the failure for a response of an unexpected type. */
  public static ClientException mismatch(Class<?> expected, Response response) {
    return new ClientException(
        ClientError.PROTOCOL_VIOLATION,
        "server sent an unexpected response: expected="
            + expected.getSimpleName()
            + " actual="
            + response.type());
  }

  /** Sends a request, which is retried as its idempotency permits. */
  public <R extends Response, T> CompletableFuture<T> run(
      Supplier<Request> request,
      Idempotency repeatability,
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

  /** Adds the stack of the waiting caller to an exception of an event loop. */
  private static ClientException withCallerStack(ClientException failure) {
    failure.addSuppressed(new WaitStack());
    return failure;
  }

  private static final class WaitStack extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WaitStack() {
      super("stack of the waiting caller");
    }
  }
}
