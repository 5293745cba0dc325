package dev.colonnade.server.session;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;

/**
 * Runs what is given to it one after the other, on a thread that may wait and that is there only
 * while there is something to do. Any thread may give.
 */
final class SerialWork {
  private final Executor threads;
  private final Deque<Runnable> waiting = new ArrayDeque<>();

  /** Whether a thread runs. Guarded by the queue's monitor; read by anyone. */
  private volatile boolean busy;

  /**
   * @param threads gives each that is to run a thread of its own
   */
  SerialWork(Executor threads) {
    this.threads = requireNonNull(threads, "threads is null");
  }

  /**
   * Whether nothing runs and nothing waits. If only one thread gives work, it may do some itself
   * while this is so.
   */
  boolean isIdle() {
    return !busy;
  }

  void submit(Runnable work) {
    synchronized (waiting) {
      waiting.add(work);
      if (busy) {
        return;
      }
      busy = true;
    }
    try {
      threads.execute(this::run);
    } catch (RuntimeException refused) {
      synchronized (waiting) {
        waiting.clear();
        busy = false;
      }
      throw refused;
    }
  }

  private void run() {
    while (true) {
      Runnable next;
      synchronized (waiting) {
        next = waiting.poll();
        if (next == null) {
          busy = false;
          return;
        }
      }
      next.run();
    }
  }
}
