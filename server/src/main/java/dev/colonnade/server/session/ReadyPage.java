package dev.colonnade.server.session;

import dev.colonnade.protocol.response.ScanResponse;

/**
 * A page that can be sent.
 *
 * @param page its payload is a view of memory that {@code release} gives back
 * @param release to be run once, when the socket has taken the page or never will
 */
record ReadyPage(ScanResponse.Page page, Runnable release) {
  long bytes() {
    return page.payload().readableBytes();
  }

  /** Gives the page back unsent. */
  void drop() {
    page.release();
    release.run();
  }
}
