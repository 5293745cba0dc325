package dev.colonnade.client;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.net.ConnectionPool;
import dev.colonnade.client.request.Requests;
import dev.colonnade.client.request.RetryPolicy;
import dev.colonnade.protocol.ErrorCategory;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Execution of transactions, blocking or asynchronous: attempts until one commits, or fails with a
 * failure after which no other attempt is allowed. Thread-safe.
 */
final class Transactions {
  private final ConnectionPool pool;
  private final TransactionConnections connections;
  private final PageDecoders decoders;

  Transactions(ConnectionPool pool, PageDecoders decoders) {
    this.pool = requireNonNull(pool, "pool is null");
    this.connections = new TransactionConnections(pool);
    this.decoders = requireNonNull(decoders, "decoders is null");
  }

  /** Runs a transaction, again after failures that leave nothing behind. */
  <T extends @Nullable Object> T run(
      TransactionOptions options, Function<ClientTransaction, T> work) {
    long startNanos = pool.nowNanos();
    for (int number = 1; ; number++) {
      TransactionAttempt attempt = new TransactionAttempt(options, connections, decoders);
      try {
        return run(attempt, new ClientTransaction(attempt, number), work);
      } catch (RuntimeException e) {
        if (!mayRetry(e, attempt, options, startNanos)) {
          throw e;
        }
        pause(number);
      }
    }
  }

  private static <T extends @Nullable Object> T run(
      TransactionAttempt attempt,
      ClientTransaction transaction,
      Function<ClientTransaction, T> work) {
    begin(attempt);
    T result;
    try {
      result = work.apply(transaction);
    } catch (RuntimeException | Error e) {
      attempt.end();
      rollBack(attempt, e);
      throw e;
    }
    attempt.end();
    commit(attempt);
    return result;
  }

  private static void begin(TransactionAttempt attempt) {
    try {
      attempt.await(attempt.begin());
    } catch (RuntimeException e) {
      attempt.abandon();
      throw e;
    }
  }

  private static void rollBack(TransactionAttempt attempt, Throwable reason) {
    try {
      attempt.await(attempt.rollBack());
    } catch (ClientException interrupted) {
      reason.addSuppressed(interrupted); // the rollback goes on
    }
  }

  private static void commit(TransactionAttempt attempt) {
    try {
      attempt.await(attempt.commit());
    } catch (ClientException e) {
      if (e.is(ClientError.CANCELED) && attempt.failure() == null) {
        throw new ClientException(
            ClientError.COMMIT_UNKNOWN,
            "the outcome of the change is unknown: " + e.getMessage(),
            e);
      }
      throw e;
    }
  }

  /** Runs a transaction without blocking, again after failures that leave nothing behind. */
  <T extends @Nullable Object> CompletableFuture<T> runAsync(
      TransactionOptions options, Function<AsyncTransaction, CompletableFuture<T>> work) {
    AsyncRun<T> run = new AsyncRun<>(options, work);
    run.attempt();
    return run.outcome;
  }

  /** Returns whether a failure leaves nothing behind, and may not occur again. */
  private boolean mayRetry(
      Throwable thrown, TransactionAttempt attempt, TransactionOptions options, long startNanos) {
    ClientException failure = thrown instanceof ClientException own ? own : attempt.failure();
    return failure != null
        && !(thrown instanceof Error)
        && !pool.isClosed()
        && (failure.category() == ErrorCategory.RETRY || failure.is(ClientError.SESSION_ENDED))
        && pool.nowNanos() - startNanos < options.timeout().toNanos();
  }

  /** Returns a random pause after this number of attempts, so that conflicts do not recur. */
  private static long pauseMillis(int attempts) {
    long millis = RetryPolicy.pauseMillis(attempts);
    return ThreadLocalRandom.current().nextLong(millis / 2, millis + 1);
  }

  private static void pause(int attempts) {
    try {
      Thread.sleep(pauseMillis(attempts));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClientException(ClientError.CANCELED, "wait was interrupted", interrupted);
    }
  }

  /** Asynchronous transaction with its attempts, which follow one another. */
  private final class AsyncRun<T extends @Nullable Object> {
    private final TransactionOptions options;
    private final Function<AsyncTransaction, CompletableFuture<T>> work;
    private final CompletableFuture<T> outcome = new CompletableFuture<>();
    private final long startNanos = pool.nowNanos();
    private int attempts;

    AsyncRun(TransactionOptions options, Function<AsyncTransaction, CompletableFuture<T>> work) {
      this.options = requireNonNull(options, "options is null");
      this.work = requireNonNull(work, "work is null");
    }

    void attempt() {
      if (outcome.isDone()) {
        return;
      }
      attempts++;
      TransactionAttempt attempt = new TransactionAttempt(options, connections, decoders);
      AsyncTransaction transaction = new AsyncTransaction(attempt, attempts);
      var unused =
          attempt
              .begin()
              .whenComplete(
                  (begun, failed) -> {
                    if (failed != null) {
                      retryOrFail(attempt, cause(failed));
                    } else {
                      work(attempt, transaction);
                    }
                  });
    }

    private void work(TransactionAttempt attempt, AsyncTransaction transaction) {
      CompletableFuture<T> working = outcome.isDone() ? outcome : applied(transaction);
      Requests.cancelWith(outcome, working);
      var unused =
          working.whenComplete(
              (result, failed) -> {
                attempt.end();
                if (outcome.isDone()) {
                  attempt.abandon(); // the caller has canceled it
                } else if (failed != null) {
                  rollBack(attempt, cause(failed));
                } else {
                  commit(attempt, result);
                }
              });
    }

    @SuppressWarnings("IllegalCatch") // any failure of the work completes the future
    private CompletableFuture<T> applied(AsyncTransaction transaction) {
      try {
        return requireNonNull(work.apply(transaction), "the work returned no future");
      } catch (Throwable thrown) {
        return CompletableFuture.failedFuture(thrown);
      }
    }

    private void commit(TransactionAttempt attempt, T result) {
      var unused =
          attempt
              .commit()
              .whenComplete(
                  (committed, failed) -> {
                    if (failed != null) {
                      retryOrFail(attempt, cause(failed));
                    } else {
                      outcome.complete(result);
                    }
                  });
    }

    private void rollBack(TransactionAttempt attempt, Throwable reason) {
      var unused =
          attempt.rollBack().whenComplete((rolledBack, none) -> retryOrFail(attempt, reason));
    }

    private void retryOrFail(TransactionAttempt attempt, Throwable reason) {
      if (mayRetry(reason, attempt, options, startNanos)) {
        pool.schedule(this::attempt, pauseMillis(attempts));
      } else {
        outcome.completeExceptionally(reason);
      }
    }

    private static Throwable cause(Throwable failure) {
      Throwable cause = failure;
      while (cause instanceof CompletionException && cause.getCause() != null) {
        cause = cause.getCause();
      }
      return cause;
    }
  }
}
