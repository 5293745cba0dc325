package dev.colonnade.client.net;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * One connection that nobody else uses, so that what the server keeps for it is its owner's alone.
 * When it is lost it is not opened again: what the server kept is gone. Safe for use by any thread.
 */
public final class PinnedConnection implements ConnectionSource, AutoCloseable {
  private final CompletableFuture<Connection> connection;
  private final Consumer<PinnedConnection> onClose;

  PinnedConnection(CompletableFuture<Connection> connection, Consumer<PinnedConnection> onClose) {
    this.connection = requireNonNull(connection, "connection is null");
    this.onClose = requireNonNull(onClose, "onClose is null");
  }

  @Override
  public CompletableFuture<Connection> acquire() {
    boolean isLost =
        connection.isDone()
            && !connection.isCompletedExceptionally()
            && !connection.join().isUsable();
    return isLost
        ? CompletableFuture.failedFuture(
            new ClientException(
                ClientError.SESSION_ENDED, "session has ended together with its connection"))
        : connection;
  }

  /** Closes the connection; requests without an answer fail. */
  @Override
  public void close() {
    onClose.accept(this);
    if (!connection.completeExceptionally(
        new ClientException(ClientError.SESSION_ENDED, "session is closed"))) {
      var unused = connection.thenAccept(Connection::close);
    }
  }
}
