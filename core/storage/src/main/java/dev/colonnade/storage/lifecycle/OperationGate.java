package dev.colonnade.storage.lifecycle;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Counter of running operations, which closing waits for. Thread-safe; lock-free.
 *
 * <p>Any thread enters and exits, with one atomic add each; one thread closes. The highest used bit
 * of the counter is the closed flag: an entry that reads it reverts its increment and fails.
 */
public final class OperationGate {
  private static final long CLOSED = 1L << 62;
  private static final long POLL_NANOS = 1_000_000;

  private final AtomicLong state = new AtomicLong();

  /**
   * Begins an operation.
   *
   * @throws ColonnadeException SHUTTING_DOWN if the gate is closed
   */
  public void enter() {
    if ((state.incrementAndGet() & CLOSED) != 0) {
      state.decrementAndGet();
      throw new ColonnadeException(ErrorCode.SHUTTING_DOWN, "the database is being closed");
    }
  }

  /** Ends an operation; called once for each {@link #enter} that returned. */
  public void exit() {
    long now = state.decrementAndGet();
    assert (now & ~CLOSED) >= 0 : "exit without enter";
  }

  /**
   * Runs an operation.
   *
   * @throws ColonnadeException SHUTTING_DOWN if the gate is closed
   */
  public <T> T run(Supplier<T> operation) {
    enter();
    try {
      return operation.get();
    } finally {
      exit();
    }
  }

  /** Returns the number of running operations. */
  public long count() {
    return state.get() & ~CLOSED;
  }

  /** Closes the gate to new operations. */
  public void close() {
    state.getAndUpdate(value -> value | CLOSED);
  }

  /** Opens a closed gate again. */
  public void open() {
    state.getAndUpdate(value -> value & ~CLOSED);
  }

  /** Waits until no operation runs; returns false after the timeout. */
  public boolean awaitEmpty(NanoTicker ticker, long timeoutNanos) {
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
