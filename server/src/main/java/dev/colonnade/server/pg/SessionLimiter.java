package dev.colonnade.server.pg;

import java.util.concurrent.atomic.AtomicInteger;

/** Limiter of the number of sessions. Thread-safe and lock-free. */
final class SessionLimiter {
  private final int max;
  private final AtomicInteger count = new AtomicInteger();

  SessionLimiter(int max) {
    this.max = max;
  }

  /** Counts one more session; returns false if the limit is reached. */
  boolean tryAcquire() {
    if (count.incrementAndGet() <= max) {
      return true;
    }
    count.decrementAndGet();
    return false;
  }

  void release() {
    count.decrementAndGet();
  }

  int value() {
    return count.get();
  }
}
