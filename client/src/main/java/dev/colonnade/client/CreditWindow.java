package dev.colonnade.client;

import dev.colonnade.protocol.scan.ScanFlowControl;

/**
 * Credit window of a scan (flow control). It counts the consumed credit and returns it to the
 * server in grants of at least half of the window, so that the server does not stall and not every
 * page costs a message.
 */
final class CreditWindow {
  /** Credit to return to the server; zero pages if none is due. */
  record Grant(int pages, long bytes) {
    public static final Grant NONE = new Grant(0, 0);
  }

  private final int pagesThreshold;
  private final long bytesThreshold;
  private int pagesOpen;
  private long bytesOpen;
  private int pagesConsumed;
  private long bytesConsumed;

  CreditWindow(ScanFlowControl flow) {
    this.pagesOpen = flow.creditPages();
    this.bytesOpen = flow.creditBytes();
    this.pagesThreshold = (flow.creditPages() + 1) / 2;
    this.bytesThreshold = (flow.creditBytes() + 1) / 2;
  }

  /** Counts an arriving page. Returns false if there was no credit for it. */
  boolean receive(int payloadBytes) {
    boolean granted = pagesOpen > 0 && bytesOpen > 0;
    pagesOpen--;
    bytesOpen -= payloadBytes;
    return granted;
  }

  /** Counts a delivered page and returns the credit that is due. */
  Grant consume(int payloadBytes) {
    pagesConsumed++;
    bytesConsumed += payloadBytes;
    if (pagesConsumed < pagesThreshold && bytesConsumed < bytesThreshold) {
      return Grant.NONE;
    }
    Grant grant = new Grant(pagesConsumed, bytesConsumed);
    pagesOpen += pagesConsumed;
    bytesOpen += bytesConsumed;
    pagesConsumed = 0;
    bytesConsumed = 0;
    return grant;
  }
}
