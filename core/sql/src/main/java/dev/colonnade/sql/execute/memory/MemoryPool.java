package dev.colonnade.sql.execute.memory;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Memory of all queries of the server. A query that buffers rows waits, in order of arrival, until
 * its initial grant is free. After that it never waits: it is denied more memory and spills. So
 * there is no deadlock between queries, provided that a session that has a query open passes {@code
 * needsMemory = false} for further ones.
 *
 * <p>A part of the pool is reserved for what cannot spill: growth that can be denied is denied
 * before that part is used. It is also denied while queries wait. Thread-safe.
 */
public final class MemoryPool {
  /** The largest initial grant of a query. */
  public static final long GRANT_BYTES_MAX = 4L << 20;

  /** One part in this many is reserved for memory that cannot be denied. */
  private static final int RESERVE_DIVISOR = 4;

  private static final long CHECK_MILLIS = 25;

  private final long bytesMax;
  private final long deniableBytesMax;
  private final ReentrantLock lock = new ReentrantLock();
  private final Queue<Waiter> waiters = new ArrayDeque<>();
  private long bytesUsed;

  /** Creates a pool of {@code bytesMax} bytes, at least 1. */
  public MemoryPool(long bytesMax) {
    if (bytesMax <= 0) {
      throw new IllegalArgumentException("bytesMax is not positive bytesMax=" + bytesMax);
    }
    this.bytesMax = bytesMax;
    this.deniableBytesMax = bytesMax - bytesMax / RESERVE_DIVISOR;
  }

  /**
   * Opens the account of a query.
   *
   * @param workBytes the memory beyond which the query is denied more
   * @param needsMemory whether the query has operators that buffer rows, and no other query of the
   *     session is open: it waits for its initial grant
   * @param cancellation ends the wait
   * @throws ColonnadeException CANCELED or DEADLINE_EXCEEDED while waiting
   */
  public QueryMemory open(long workBytes, boolean needsMemory, Cancellation cancellation) {
    if (workBytes < 0) {
      throw new IllegalArgumentException("workBytes below 0 workBytes=" + workBytes);
    }
    requireNonNull(cancellation, "cancellation is null");
    long grantBytes = Math.min(Math.min(workBytes, GRANT_BYTES_MAX), deniableBytesMax);
    if (!needsMemory || grantBytes == 0) {
      return new QueryMemory(this, workBytes, 0);
    }
    acquire(grantBytes, cancellation);
    return new QueryMemory(this, workBytes, grantBytes);
  }

  private void acquire(long bytes, Cancellation cancellation) {
    lock.lock();
    try {
      if (waiters.isEmpty() && bytes <= deniableBytesMax - bytesUsed) {
        bytesUsed += bytes;
        return;
      }
      await(new Waiter(bytes, lock.newCondition()), cancellation);
    } finally {
      lock.unlock();
    }
  }

  private void await(Waiter waiter, Cancellation cancellation) {
    waiters.add(waiter);
    boolean isAccepted = false;
    try {
      while (!waiter.isGranted) {
        cancellation.check();
        waiter.condition.await(CHECK_MILLIS, TimeUnit.MILLISECONDS);
      }
      isAccepted = true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ColonnadeException(
          ErrorCode.CANCELED, "query was interrupted while it waited for memory", e);
    } finally {
      if (!isAccepted) {
        abandon(waiter);
      }
    }
  }

  private void abandon(Waiter waiter) {
    if (waiter.isGranted) {
      bytesUsed -= waiter.bytes;
    } else {
      waiters.remove(waiter);
    }
    grantWaiters();
  }

  private void grantWaiters() {
    for (Waiter first = waiters.peek(); first != null; first = waiters.peek()) {
      if (first.bytes > deniableBytesMax - bytesUsed) {
        return;
      }
      bytesUsed += first.bytes;
      first.isGranted = true;
      first.condition.signal();
      waiters.remove();
    }
  }

  /** Reserves bytes unless queries wait or too few are free. Returns whether it did. */
  boolean tryReserve(long bytes) {
    lock.lock();
    try {
      if (!waiters.isEmpty() || bytes > deniableBytesMax - bytesUsed) {
        return false;
      }
      bytesUsed += bytes;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Variant of {@link #tryReserve} that also uses the reserved part and ignores waiting queries.
   */
  boolean tryReserveAll(long bytes) {
    lock.lock();
    try {
      if (bytes > bytesMax - bytesUsed) {
        return false;
      }
      bytesUsed += bytes;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Returns bytes to the pool. */
  void release(long bytes) {
    if (bytes == 0) {
      return;
    }
    lock.lock();
    try {
      bytesUsed -= bytes;
      assert bytesUsed >= 0 : "more released than reserved";
      grantWaiters();
    } finally {
      lock.unlock();
    }
  }

  /** Returns the size of the pool. */
  public long bytesMax() {
    return bytesMax;
  }

  /** Returns the bytes that queries have reserved. */
  public long bytesUsed() {
    lock.lock();
    try {
      return bytesUsed;
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of queries that wait for their initial grant. */
  public int waitingCount() {
    lock.lock();
    try {
      return waiters.size();
    } finally {
      lock.unlock();
    }
  }

  /** Query that waits. All fields are guarded by the lock. */
  private static final class Waiter {
    private final long bytes;
    private final Condition condition;
    private boolean isGranted;

    Waiter(long bytes, Condition condition) {
      this.bytes = bytes;
      this.condition = condition;
    }
  }
}
