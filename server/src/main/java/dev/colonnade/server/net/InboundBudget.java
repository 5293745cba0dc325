package dev.colonnade.server.net;

import java.util.concurrent.atomic.AtomicLong;

/** Counts the rows and keys of all connections that wait to be worked on. Any thread. */
final class InboundBudget {
  private final long bytesMax;
  private final AtomicLong bytes = new AtomicLong();

  InboundBudget(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** Takes so many bytes, unless that would pass the limit; the first request always fits. */
  boolean tryTake(long count) {
    long before = bytes.getAndAdd(count);
    if (before > 0 && count > 0 && before + count > bytesMax) {
      bytes.addAndGet(-count);
      return false;
    }
    return true;
  }

  void giveBack(long count) {
    long left = bytes.addAndGet(-count);
    assert left >= 0 : "more given back than taken: left=" + left;
  }

  long bytes() {
    return bytes.get();
  }
}
