package dev.colonnade.server.net;

import dev.colonnade.protocol.request.Request;

/** Gives requests of one connection their meaning. Called on the connection's event loop only. */
public interface RequestHandler {
  /**
   * Takes a request. It is answered by way of {@code exchange}, here or later, by any thread. What
   * this throws becomes the answer.
   *
   * @param request never a Hello, Credit or Cancel; its buffer is the handler's to release
   */
  void handle(Request request, Exchange exchange);

  /** The connection is gone; all its exchanges have been told. */
  void closed();
}
