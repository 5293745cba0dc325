package dev.colonnade.server.net;

import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.ScanPage;
import dev.colonnade.protocol.response.SqlResponse;

/**
 * A response on its way to the event loop.
 *
 * @param whenSent runs once, when the socket has taken it or never will
 * @param last whether it ends its exchange
 */
record Outgoing(Exchange exchange, Response response, Runnable whenSent, boolean last) {
  /** Bytes that count as waiting to be sent: those of pages, which are by far the most. */
  long pageBytes() {
    return switch (response) {
      case ScanPage page -> page.payload().readableBytes();
      case SqlResponse.Page page -> page.rows().payload().readableBytes();
      default -> 0;
    };
  }

  /** Gives back what it holds, unsent. */
  void drop() {
    response.release();
    whenSent.run();
  }
}
