package dev.colonnade.client;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.net.ClientConnection;
import dev.colonnade.client.net.PinnedConnection;
import dev.colonnade.client.request.Idempotency;
import dev.colonnade.client.request.RequestRunner;
import dev.colonnade.client.request.Requests;
import dev.colonnade.protocol.Feature;
import dev.colonnade.protocol.request.SqlRequest;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.result.Compression;
import dev.colonnade.protocol.sql.SqlExecutionOptions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Attempt of a transaction on a connection of its own: {@link #begin}, requests, and {@link
 * #commit}, {@link #rollBack} or {@link #abandon}, which release the connection. Thread-safe.
 */
final class TransactionAttempt {
  private static final SqlExecutionOptions NO_ROWS =
      new SqlExecutionOptions(false, 0, 0, 1, Compression.NONE);

  private final TransactionOptions options;
  private final TransactionConnections connections;
  private final PinnedConnection connection;
  private final Requests requests;
  private final RowRequests rows;

  /** First failure of a request; null if none has failed. */
  private final AtomicReference<@Nullable ClientException> failure = new AtomicReference<>();

  private volatile boolean isEnded;

  TransactionAttempt(
      TransactionOptions options, TransactionConnections connections, PageDecoders decoders) {
    this.options = requireNonNull(options, "options is null");
    this.connections = requireNonNull(connections, "connections is null");
    this.connection = connections.connect();
    this.requests = new Requests(connections.pool(), connection);
    this.rows =
        RowRequests.inTransaction(
            new RowRequests.Connections(connections.pool(), connection, requests),
            decoders,
            failed -> failure.compareAndSet(null, failed));
  }

  /** Returns the requests for rows; throws {@link IllegalStateException} after the end. */
  RowRequests rows() {
    if (isEnded) {
      throw new IllegalStateException("the transaction has ended");
    }
    return rows;
  }

  /** Waits for the result of a request. */
  <T> T await(CompletableFuture<T> future) {
    return requests.await(future);
  }

  /** Returns the first failure of a request; null if none has failed. */
  @Nullable ClientException failure() {
    return failure.get();
  }

  /** Refuses further requests. */
  void end() {
    isEnded = true;
  }

  /** Begins the transaction. If that fails the attempt has ended. */
  CompletableFuture<String> begin() {
    CompletableFuture<String> begun =
        connection
            .acquire()
            .thenCompose(
                ready -> {
                  requireTransactions(ready);
                  return execute(options.beginStatement(), Idempotency.ALLOCATE);
                });
    return begun.whenComplete(
        (command, failed) -> {
          if (failed != null) {
            abandon();
          }
        });
  }

  private static void requireTransactions(ClientConnection ready) {
    if (!ready.server().features().contains(Feature.ROW_TRANSACTIONS)) {
      throw new ClientException(
          ClientError.PROTOCOL_VIOLATION, "the server does not support transactions of clients");
    }
  }

  /**
   * Commits. If a request has failed, rolls back and fails with its failure: whether the server has
   * executed a request whose response is missing is not known.
   */
  CompletableFuture<String> commit() {
    if (failure.get() != null) {
      return rollBack().thenApply(rolledBack -> requireNoFailure("ROLLBACK"));
    }
    return execute("COMMIT", Idempotency.CHANGE)
        .handle(
            (command, failed) -> {
              if (failed != null) {
                ClientException reason = RequestRunner.unwrap(failed);
                release(isAtServer(reason)); // which has ended the transaction
                throw reason;
              }
              release(true);
              return requireNoFailure(command);
            });
  }

  private String requireNoFailure(String command) {
    ClientException failed = failure.get();
    if (failed != null) {
      throw failed;
    }
    if (!command.equals("COMMIT")) {
      throw new ClientException(
          ClientError.PROTOCOL_VIOLATION, "the transaction was not committed: " + command);
    }
    return command;
  }

  /** Rolls back. Never fails: with a lost connection, the server ends the transaction. */
  CompletableFuture<Boolean> rollBack() {
    return execute("ROLLBACK", Idempotency.ALLOCATE)
        .handle(
            (command, failed) -> {
              release(failed == null);
              return failed == null;
            });
  }

  /** Ends the attempt with its connection: the server cancels its requests and rolls back. */
  void abandon() {
    connection.close();
  }

  private void release(boolean isReusable) {
    if (isReusable) {
      connections.keep(connection);
    } else {
      abandon();
    }
  }

  /** Returns the command tag of a statement without rows. */
  private CompletableFuture<String> execute(String statement, Idempotency idempotency) {
    return requests
        .run(() -> new SqlRequest.Run(statement, NO_ROWS), idempotency, SqlResponse.class, it -> it)
        .thenApply(TransactionAttempt::commandOf);
  }

  private static String commandOf(SqlResponse response) {
    if (response instanceof SqlResponse.Failed failed) {
      throw new ClientException(failed.error());
    }
    response.release();
    if (response instanceof SqlResponse.End end) {
      return end.completion().command();
    }
    throw Requests.mismatch(SqlResponse.End.class, response);
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
