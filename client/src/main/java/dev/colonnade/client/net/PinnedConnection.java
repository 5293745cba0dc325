package dev.colonnade.client.net;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Dedicated connection of one owner, whose state at the server is not shared. A lost connection is
 * not reopened, because its state at the server is lost too. Thread-safe.
 */
public final class PinnedConnection implements ConnectionSource, AutoCloseable {
  private final CompletableFuture<ClientConnection> connection;
  private final Consumer<PinnedConnection> onClose;

  public PinnedConnection(
      CompletableFuture<ClientConnection> connection, Consumer<PinnedConnection> onClose) {
    this.connection = requireNonNull(connection, "connection is null");
    this.onClose = requireNonNull(onClose, "onClose is null");
  }

  @Override
  public CompletableFuture<ClientConnection> acquire() {
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

  /** Closes the connection; outstanding requests fail. */
  @Override
  public void close() {
    onClose.accept(this);
    if (!connection.completeExceptionally(
        new ClientException(ClientError.SESSION_ENDED, "session is closed"))) {
      var unused = connection.thenAccept(ClientConnection::close);
    }
  }
}
