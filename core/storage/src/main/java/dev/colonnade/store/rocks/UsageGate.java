package dev.colonnade.store.rocks;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Keeps native memory alive while it is in use: calls enter and exit, and closing waits until
 * nobody is inside. Without it, a call that races with closing would read freed memory and end the
 * process.
 *
 * <p>Any thread may enter, exit and close. {@link #enter} and {@link #exit} are wait-free: one
 * atomic add, on a stripe chosen by the thread, so that threads do not fight over one cache line.
 * Linearisation: an entry adds first and looks at {@code closed} second, closing sets {@code
 * closed} first and sums second; both are sequentially consistent, so at least one of the two sees
 * the other. An entry exits by the stripe it entered, hence no stripe is ever negative and a sum of
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
   * A gate that is open.
   *
   * @param name of what it guards, for messages
   * @param stripes a power of two
   */
  UsageGate(String name, int stripes) {
    assert Integer.bitCount(stripes) == 1;
    this.name = name;
    this.stripeMask = stripes - 1;
    this.inside = new AtomicLongArray(stripes * STRIDE);
  }

  /** Goes in; returns the ticket to give to {@link #exit}. Throws SHUTTING_DOWN if closed. */
  int enter() {
    int ticket = ((int) Thread.currentThread().threadId() & stripeMask) * STRIDE;
    inside.getAndIncrement(ticket);
    if (closed) {
      inside.getAndDecrement(ticket);
      throw new ColonnadeException(ErrorCode.SHUTTING_DOWN, name + " is closed");
    }
    return ticket;
  }

  /** Goes out; from any thread. */
  void exit(int ticket) {
    long before = inside.getAndDecrement(ticket);
    assert before > 0 : "exit without enter";
  }

  /** How many are inside. */
  long inside() {
    long sum = 0;
    for (int stripe = 0; stripe <= stripeMask; stripe++) {
      sum += inside.get(stripe * STRIDE);
    }
    return sum;
  }

  /**
   * Lets nobody in any more and waits until all are out. If that takes longer than {@code
   * waitNanos}, opens again and returns false.
   */
  boolean close(long waitNanos) {
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

  /** Lets everybody in again. */
  void reopen() {
    closed = false;
  }
}
