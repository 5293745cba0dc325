package dev.colonnade.server.session.pool;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;

/**
 * Serial executor: runs tasks one after the other, on a thread that exists only while tasks are
 * queued. Tasks may block. Thread-safe.
 */
public final class SerialExecutor {
  private final Executor threads;
  private final Deque<Runnable> waiting = new ArrayDeque<>();

  /** True while a thread runs tasks. Written under the queue's monitor; read without it. */
  private volatile boolean busy;

  /**
   * Creates an executor.
   *
   * @param threads executor that runs each task on a thread of its own
   */
  public SerialExecutor(Executor threads) {
    this.threads = requireNonNull(threads, "threads is null");
  }

  /**
   * Returns whether no task is active or queued. If only one thread submits tasks, it may run a
   * task itself while this is true.
   */
  public boolean isIdle() {
    return !busy;
  }

  public void submit(Runnable work) {
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
