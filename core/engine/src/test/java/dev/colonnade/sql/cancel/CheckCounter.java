package dev.colonnade.sql.cancel;

import dev.colonnade.scan.request.Cancellation;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Cancellation of a statement at one of its checks, whose number is independent of the speed of the
 * machine. Thread-safe.
 */
final class CheckCounter {
  private final AtomicLong checks = new AtomicLong();
  private final Cancellation cancellation;

  /** Creates a cancellation that is canceled at a check, counted from 1, and ever after. */
  CheckCounter(long canceledAt) {
    cancellation = Cancellation.at(checks::incrementAndGet, canceledAt);
  }

  /** Returns a cancellation that counts its checks and is never canceled. */
  static CheckCounter unlimited() {
    return new CheckCounter(Long.MAX_VALUE);
  }

  Cancellation cancellation() {
    return cancellation;
  }

  /** Returns the number of checks so far. */
  long count() {
    return checks.get();
  }
}
