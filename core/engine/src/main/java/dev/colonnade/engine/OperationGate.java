package dev.colonnade.engine;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Counts what is going on in a database, so that closing can wait for it.
 *
 * <p>Any thread enters and leaves, one atomic add each; one thread closes. The highest bit of the
 * counter says that the gate is closed: an entry that saw it takes itself back and is refused.
 */
final class OperationGate {
  private static final long CLOSED = 1L << 62;
  private static final long POLL_NANOS = 1_000_000;

  private final AtomicLong state = new AtomicLong();

  /** Lets an operation begin; SHUTTING_DOWN if the gate is closed. */
  void enter() {
    if ((state.incrementAndGet() & CLOSED) != 0) {
      state.decrementAndGet();
      throw new ColonnadeException(ErrorCode.SHUTTING_DOWN, "the database is being closed");
    }
  }

  /** Follows once on each {@link #enter} that returned. */
  void exit() {
    long now = state.decrementAndGet();
    assert (now & ~CLOSED) >= 0 : "left more often than entered";
  }

  /** Operations that have begun and not ended. */
  long count() {
    return state.get() & ~CLOSED;
  }

  /** Lets nothing in any more. */
  void close() {
    state.getAndUpdate(value -> value | CLOSED);
  }

  /** Waits until all have left; false if that took longer. */
  boolean awaitEmpty(NanoTicker ticker, long timeoutNanos) {
    long start = ticker.nanos();
    while (count() > 0) {
      if (ticker.nanos() - start > timeoutNanos) {
        return false;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    return true;
  }
}
