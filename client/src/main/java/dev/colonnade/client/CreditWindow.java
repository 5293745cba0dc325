package dev.colonnade.client;

import dev.colonnade.protocol.scan.ScanFlow;

/**
 * Counts what was taken of a scan's credit, and says when to give it back: by the half, so that the
 * server need not stop and not every page costs a message.
 */
final class CreditWindow {
  /** Credit to give back now; zero pages if it is not time yet. */
  record Grant(int pages, long bytes) {
    static final Grant NOTHING = new Grant(0, 0);
  }

  private final int pagesThreshold;
  private final long bytesThreshold;
  private int pagesOpen;
  private long bytesOpen;
  private int pagesTaken;
  private long bytesTaken;

  CreditWindow(ScanFlow flow) {
    this.pagesOpen = flow.creditPages();
    this.bytesOpen = flow.creditBytes();
    this.pagesThreshold = (flow.creditPages() + 1) / 2;
    this.bytesThreshold = (flow.creditBytes() + 1) / 2;
  }

  /** Counts a page that arrives. False if there was no credit for it. */
  boolean receive(int payloadBytes) {
    boolean granted = pagesOpen > 0 && bytesOpen > 0;
    pagesOpen--;
    bytesOpen -= payloadBytes;
    return granted;
  }

  /** Counts a page that is given out. */
  Grant take(int payloadBytes) {
    pagesTaken++;
    bytesTaken += payloadBytes;
    if (pagesTaken < pagesThreshold && bytesTaken < bytesThreshold) {
      return Grant.NOTHING;
    }
    Grant grant = new Grant(pagesTaken, bytesTaken);
    pagesOpen += pagesTaken;
    bytesOpen += bytesTaken;
    pagesTaken = 0;
    bytesTaken = 0;
    return grant;
  }
}
