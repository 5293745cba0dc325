package dev.colonnade.sql.execute.join.hash;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * End of a probe side that several threads read. A thread ends when the rows that all share have
 * ended, so the end is reached when every thread that has begun has ended; one that begins later
 * would find no rows. Thread-safe.
 */
public final class ProbeEnd {
  private static final long CHECK_MILLIS = 25;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // Guarded by the lock.
  private int running;
  private boolean isReached;
  private boolean isAborted;

  /** Work of a thread that ends, one thread at a time. */
  @FunctionalInterface
  public interface Arrival {
    /** Runs before the thread has ended; {@code isLast} states whether the end is reached by it. */
    void arrive(boolean isLast);
  }

  /** Counts a thread that begins. Returns false if no rows are left. */
  public boolean begin() {
    lock.lock();
    try {
      if (isReached || isAborted) {
        return false;
      }
      running++;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Ends a thread that has begun, and read all of its rows. */
  public void end(Arrival arrival) {
    lock.lock();
    try {
      arrival.arrive(running == 1 && !isAborted);
      running--;
      isReached = running == 0;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Ends a thread that has begun and failed: the end cannot be reached any more. */
  public void abort() {
    lock.lock();
    try {
      running--;
      isAborted = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until the end is reached. Returns false if it cannot be, because a thread failed.
   *
   * @throws ColonnadeException CANCELED or DEADLINE_EXCEEDED while waiting
   */
  public boolean await(Cancellation cancellation) {
    lock.lock();
    try {
      while (!isReached && !isAborted) {
        cancellation.check();
        boolean _ = changed.await(CHECK_MILLIS, TimeUnit.MILLISECONDS);
      }
      return !isAborted;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ColonnadeException(
          ErrorCode.CANCELED, "query was interrupted while it waited for its workers", e);
    } finally {
      lock.unlock();
    }
  }
}
