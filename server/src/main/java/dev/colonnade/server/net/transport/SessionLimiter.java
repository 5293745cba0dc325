package dev.colonnade.server.net.transport;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limiter of the number of sessions of one port. The last {@value #RESERVED} sessions are reserved
 * for superusers, so that an operator can log in to a server whose sessions are exhausted.
 * Thread-safe and lock-free.
 */
public final class SessionLimiter {
  /** Sessions that only superusers may open; fewer if the limit is not greater. */
  public static final int RESERVED = 3;

  private final int max;
  private final AtomicInteger count = new AtomicInteger();

  public SessionLimiter(int max) {
    this.max = max;
  }

  /**
   * Counts one more session.
   *
   * @throws ColonnadeException TOO_MANY_CONNECTIONS if the limit is reached
   */
  public void acquire(boolean isSuperuser) {
    int sessions = count.incrementAndGet();
    if (sessions <= (isSuperuser ? max : Math.max(1, max - RESERVED))) {
      return;
    }
    count.decrementAndGet();
    throw new ColonnadeException(
        ErrorCode.TOO_MANY_CONNECTIONS,
        sessions <= max
            ? "remaining connection slots are reserved for non-replication superuser connections"
            : "sorry, too many clients already");
  }

  public void release() {
    count.decrementAndGet();
  }

  /** Returns the number of sessions. */
  public int value() {
    return count.get();
  }
}
