package dev.colonnade.server.session.page;

import dev.colonnade.protocol.response.ScanResponse;

/**
 * Encoded page that is ready to be sent.
 *
 * @param page its payload is a view of memory that {@code release} frees
 * @param release runs once, when the socket has accepted the page or the connection is closed
 */
public record EncodedPage(ScanResponse.Page page, Runnable release) {
  public long bytes() {
    return page.payload().readableBytes();
  }

  /** Frees the page without sending it. */
  public void discard() {
    page.release();
    release.run();
  }
}
