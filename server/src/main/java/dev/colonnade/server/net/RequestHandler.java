package dev.colonnade.server.net;

import dev.colonnade.protocol.request.Request;

/** Handler of the requests of one connection. Called on the connection's event loop only. */
public interface RequestHandler {
  /**
   * Handles a request. The response is sent through {@code exchange}, here or later, from any
   * thread. An exception that this throws becomes an error response.
   *
   * @param request never a Hello, Credit or Cancel; the handler releases its buffer
   */
  void handle(Request request, Exchange exchange);

  /** Called when the connection is closed, after all its exchanges were canceled. */
  void closed();
}
