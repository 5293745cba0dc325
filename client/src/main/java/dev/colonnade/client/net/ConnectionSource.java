package dev.colonnade.client.net;

import java.util.concurrent.CompletableFuture;

/** Source of the connections that requests are sent on. */
public interface ConnectionSource {
  /** Returns a connection for a call; the future is already complete if a connection is open. */
  CompletableFuture<ClientConnection> acquire();
}
