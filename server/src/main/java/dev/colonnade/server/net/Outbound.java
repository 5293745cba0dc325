package dev.colonnade.server.net;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the pages of a connection that wait to be sent, and calls those back that wait for room.
 *
 * <p>Any thread adds and asks; the event loop takes away. Who waits is called once: it is put into
 * the queue first and then looks again whether there is room, and whoever makes room takes from the
 * queue after it has counted down, so that one of the two sees the other.
 */
final class Outbound {
  private final long bytesMax;
  private final AtomicLong bytes = new AtomicLong();
  private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();

  Outbound(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  boolean hasRoom() {
    return bytes.get() < bytesMax;
  }

  /** Bytes that wait. */
  long bytes() {
    return bytes.get();
  }

  void add(long count) {
    bytes.addAndGet(count);
  }

  void remove(long count) {
    long left = bytes.addAndGet(-count);
    assert left >= 0 : "more sent than queued: left=" + left;
    callWaiting();
  }

  void whenRoom(Runnable action) {
    waiting.add(action);
    callWaiting();
  }

  private void callWaiting() {
    while (hasRoom()) {
      Runnable next = waiting.poll();
      if (next == null) {
        return;
      }
      next.run();
    }
  }
}
