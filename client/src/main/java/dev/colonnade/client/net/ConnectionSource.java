package dev.colonnade.client.net;

import java.util.concurrent.CompletableFuture;

/** Where requests get the connection that they are sent by. */
public interface ConnectionSource {
  /** A connection to submit a call to, at once where one is open. */
  CompletableFuture<Connection> acquire();
}
