package dev.colonnade.store.rocks;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Striped usage counter (rundown protection) that keeps native memory alive while it is in use:
 * calls enter and exit, and closing waits until no call is inside. Without it, a call that races
 * with closing would read freed memory and crash the process.
 *
 * <p>Any thread may enter, exit and close. {@link #enter} and {@link #exit} are wait-free: one
 * atomic add, on a stripe chosen by the thread, so that threads do not contend for one cache line.
 * Linearization: an entry adds first and reads {@code closed} second, closing sets {@code closed}
 * first and sums second; both are sequentially consistent, so at least one of the two sees the
 * other. An entry exits by the stripe it entered, hence no stripe is ever negative and a sum of
 * zero means that all were zero.
 */
final class UsageGate {
  /** Longs between two stripes: two cache lines, as the prefetcher fetches them in pairs. */
  private static final int STRIDE = 16;

  private static final long POLL_NANOS = 1_000_000;

  private final String name;
  private final AtomicLongArray inside;
  private final int stripeMask;
  private volatile boolean closed;

  /**
   * Creates an open gate.
   *
   * @param name name of the guarded resource, for messages
   * @param stripes number of counters, a power of two
   */
  UsageGate(String name, int stripes) {
    assert Integer.bitCount(stripes) == 1;
    this.name = name;
    this.stripeMask = stripes - 1;
    this.inside = new AtomicLongArray(stripes * STRIDE);
  }

  /** Enters the gate; returns a ticket for {@link #exit}. Throws SHUTTING_DOWN if it is closed. */
  int enter() {
    int ticket = ((int) Thread.currentThread().threadId() & stripeMask) * STRIDE;
    inside.getAndIncrement(ticket);
    if (closed) {
      inside.getAndDecrement(ticket);
      throw new ColonnadeException(ErrorCode.SHUTTING_DOWN, name + " is closed");
    }
    return ticket;
  }

  /** Exits the gate; may be called by another thread than {@link #enter}. */
  void exit(int ticket) {
    long before = inside.getAndDecrement(ticket);
    assert before > 0 : "exit without enter";
  }

  /** Returns the number of calls inside. */
  long inside() {
    long sum = 0;
    for (int stripe = 0; stripe <= stripeMask; stripe++) {
      sum += inside.get(stripe * STRIDE);
    }
    return sum;
  }

  /**
   * Rejects new calls and waits until no call is inside. Reopens and returns false if that takes
   * longer than {@code waitNanos}.
   */
  public boolean close(long waitNanos) {
    closed = true;
    for (long waited = 0; inside() > 0; waited += POLL_NANOS) {
      if (waited >= waitNanos) {
        reopen();
        return false;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    return true;
  }

  /** Accepts calls again. */
  void reopen() {
    closed = false;
  }
}
