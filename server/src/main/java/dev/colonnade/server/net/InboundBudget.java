package dev.colonnade.server.net;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Limit on the bytes of queued request payloads (rows and keys) of all connections. Thread-safe.
 */
final class InboundBudget {
  private final long bytesMax;
  private final AtomicLong bytes = new AtomicLong();

  InboundBudget(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /** Reserves bytes, unless that would exceed the limit; the first request is always admitted. */
  boolean tryReserve(long count) {
    long before = bytes.getAndAdd(count);
    if (before > 0 && count > 0 && before + count > bytesMax) {
      bytes.addAndGet(-count);
      return false;
    }
    return true;
  }

  void release(long count) {
    long left = bytes.addAndGet(-count);
    assert left >= 0 : "released more than reserved: left=" + left;
  }

  long bytes() {
    return bytes.get();
  }
}
