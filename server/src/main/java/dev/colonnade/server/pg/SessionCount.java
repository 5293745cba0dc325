package dev.colonnade.server.pg;

import java.util.concurrent.atomic.AtomicInteger;

/** How many sessions there are, and may be. Any thread. */
final class SessionCount {
  private final int max;
  private final AtomicInteger count = new AtomicInteger();

  SessionCount(int max) {
    this.max = max;
  }

  /** Counts a session more; false if there are as many as there may be. */
  boolean enter() {
    if (count.incrementAndGet() <= max) {
      return true;
    }
    count.decrementAndGet();
    return false;
  }

  void leave() {
    count.decrementAndGet();
  }

  int value() {
    return count.get();
  }
}
