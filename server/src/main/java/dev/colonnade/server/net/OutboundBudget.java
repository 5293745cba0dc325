package dev.colonnade.server.net;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Limit on the bytes of pages that are queued for sending on one connection, with callbacks when
 * capacity returns (backpressure on scans).
 *
 * <p>Any thread adds and queries; the event loop removes. A waiting action runs exactly once. The
 * waiting thread first enqueues the action and then checks the capacity again; the event loop first
 * decrements the counter and then polls the queue. Therefore at least one of the two sees the
 * other.
 */
final class OutboundBudget {
  private final long bytesMax;
  private final AtomicLong bytes = new AtomicLong();
  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

  OutboundBudget(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  boolean hasCapacity() {
    return bytes.get() < bytesMax;
  }

  void add(long count) {
    bytes.addAndGet(count);
  }

  public void remove(long count) {
    long left = bytes.addAndGet(-count);
    assert left >= 0 : "more sent than queued: left=" + left;
    runWaiting();
  }

  void onCapacity(Runnable action) {
    waiting.add(action);
    runWaiting();
  }

  private void runWaiting() {
    while (hasCapacity()) {
      Runnable next = waiting.poll();
      if (next == null) {
        return;
      }
      next.run();
    }
  }
}
