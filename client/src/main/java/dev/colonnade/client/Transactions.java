package dev.colonnade.client;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.net.ConnectionPool;
import dev.colonnade.client.net.PinnedConnection;
import dev.colonnade.client.request.Idempotency;
import dev.colonnade.client.request.Requests;
import dev.colonnade.client.request.RetryPolicy;
import dev.colonnade.protocol.ErrorCategory;
import dev.colonnade.protocol.Feature;
import dev.colonnade.protocol.request.SqlRequest;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.sql.SqlExecutionOptions;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Execution of transactions. Each attempt has a connection of its own; connections are kept for the
 * next transactions. Thread-safe.
 */
final class Transactions {
  /** Maximum number of connections that are kept. */
  private static final int IDLE_MAX = 16;

  private static final SqlExecutionOptions NO_ROWS =
      new SqlExecutionOptions(false, 0, 0, 1, Compression.NONE);

  private final ConnectionPool pool;
  private final PageDecoders decoders;
  private final Deque<PinnedConnection> idle = new ConcurrentLinkedDeque<>();
  private final AtomicInteger idleCount = new AtomicInteger();

  Transactions(ConnectionPool pool, PageDecoders decoders) {
    this.pool = requireNonNull(pool, "pool is null");
    this.decoders = requireNonNull(decoders, "decoders is null");
  }

  /** Runs a transaction, again after failures that leave nothing behind. */
  <T extends @Nullable Object> T run(
      TransactionOptions options, Function<ClientTransaction, T> work) {
    long start = pool.nowNanos();
    for (int number = 1; ; number++) {
      Attempt attempt = new Attempt(options, number);
      try {
        return attempt.run(work);
      } catch (RuntimeException e) {
        ClientException failure = e instanceof ClientException own ? own : attempt.failure();
        boolean isLate = pool.nowNanos() - start >= options.timeout().toNanos();
        if (failure == null || !mayRetry(failure) || isLate) {
          throw e;
        }
        pause(number);
      }
    }
  }

  /** Returns whether a failure leaves nothing behind, and may not occur again. */
  private static boolean mayRetry(ClientException failure) {
    return failure.category() == ErrorCategory.RETRY || failure.is(ClientError.SESSION_ENDED);
  }

  private static void pause(int attempt) {
    long millis = RetryPolicy.pauseMillis(attempt);
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(millis / 2, millis + 1));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClientException(ClientError.CANCELED, "wait was interrupted", interrupted);
    }
  }

  /** Returns a connection without a transaction block. */
  private PinnedConnection connect() {
    for (PinnedConnection kept = idle.pollFirst(); kept != null; kept = idle.pollFirst()) {
      idleCount.decrementAndGet();
      if (!kept.acquire().isCompletedExceptionally()) {
        return kept;
      }
      kept.close(); // it was lost meanwhile
    }
    return pool.pin();
  }

  private void keep(PinnedConnection connection) {
    if (idleCount.incrementAndGet() > IDLE_MAX) {
      idleCount.decrementAndGet();
      connection.close();
    } else {
      idle.addFirst(connection);
    }
  }

  /** Attempt of a transaction, on a connection without a transaction block. */
  private final class Attempt {
    private final TransactionOptions options;
    private final PinnedConnection connection;
    private final Requests requests;
    private final ClientTransaction transaction;

    Attempt(TransactionOptions options, int number) {
      this.options = requireNonNull(options, "options is null");
      this.connection = connect();
      this.requests = new Requests(pool, connection);
      this.transaction =
          new ClientTransaction(
              RowRequests.inTransaction(pool, connection, requests, decoders), requests, number);
    }

    /** Returns the failure of a request; null if none has failed. */
    @Nullable ClientException failure() {
      return transaction.failure();
    }

    <T extends @Nullable Object> T run(Function<ClientTransaction, T> work) {
      boolean isReusable = false;
      try {
        begin();
        T result;
        try {
          result = work.apply(transaction);
        } catch (RuntimeException | Error e) {
          isReusable = rollBack();
          throw e;
        } finally {
          transaction.end();
        }
        try {
          commit();
          isReusable = true;
        } catch (ClientException e) {
          isReusable = isAtServer(e); // which has ended the transaction
          throw e;
        }
        return result;
      } finally {
        if (isReusable) {
          keep(connection);
        } else {
          connection.close();
        }
      }
    }

    private void begin() {
      boolean isSupported =
          requests
              .await(connection.acquire())
              .server()
              .features()
              .contains(Feature.ROW_TRANSACTIONS);
      if (!isSupported) {
        throw new ClientException(
            ClientError.PROTOCOL_VIOLATION, "the server does not support transactions of clients");
      }
      execute(options.beginStatement(), Idempotency.ALLOCATE);
    }

    private void commit() {
      String outcome = execute("COMMIT", Idempotency.CHANGE);
      ClientException failure = transaction.failure();
      if (failure != null) {
        throw failure;
      }
      if (!outcome.equals("COMMIT")) {
        throw new ClientException(
            ClientError.PROTOCOL_VIOLATION, "the transaction was not committed: " + outcome);
      }
    }

    /** Rolls back; returns whether the connection may be used again. */
    private boolean rollBack() {
      try {
        execute("ROLLBACK", Idempotency.ALLOCATE);
        return true;
      } catch (ClientException lost) {
        return false; // with its connection, the server has ended the transaction
      }
    }

    /** Returns the command tag of a statement without rows. */
    private String execute(String statement, Idempotency idempotency) {
      SqlResponse response =
          requests.await(
              requests.run(
                  () -> new SqlRequest.Run(statement, NO_ROWS),
                  idempotency,
                  SqlResponse.class,
                  it -> it));
      if (response instanceof SqlResponse.Failed failed) {
        throw new ClientException(failed.error());
      }
      response.release();
      if (response instanceof SqlResponse.End end) {
        return end.completion().command();
      }
      throw Requests.mismatch(SqlResponse.End.class, response);
    }
  }

  private static boolean isAtServer(ClientException failure) {
    for (ClientError error : ClientError.values()) {
      if (failure.is(error)) {
        return false;
      }
    }
    return true;
  }
}
