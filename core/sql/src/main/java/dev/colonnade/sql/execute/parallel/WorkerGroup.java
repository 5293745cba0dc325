package dev.colonnade.sql.execute.parallel;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.execute.WorkerThreads;
import dev.colonnade.sql.function.interrupt.Interruption;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Workers of one operator on other threads. The first error of a worker stops all of them.
 * Thread-safe.
 */
public final class WorkerGroup {
  private final WorkerThreads threads;
  private final Cancellation cancellation;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  // Guarded by the lock.
  private int running;
  private @Nullable Throwable failure;

  private volatile boolean isStopped;

  /**
   * Creates a group without workers.
   *
   * @param cancellation of the statement, which interrupts functions that loop
   */
  public WorkerGroup(WorkerThreads threads, Cancellation cancellation) {
    this.threads = requireNonNull(threads, "threads is null");
    this.cancellation = requireNonNull(cancellation, "cancellation is null");
  }

  /** Starts a worker if a thread is free; returns whether it did. */
  public boolean tryStart(Runnable work) {
    change(1);
    if (threads.tryExecute(() -> run(work))) {
      return true;
    }
    change(-1);
    return false;
  }

  private void run(Runnable work) {
    try {
      Interruption.run(cancellation, work);
    } catch (Throwable e) { // the border of the thread: the statement's thread throws it
      fail(e);
    } finally {
      change(-1);
    }
  }

  private void change(int workers) {
    lock.lock();
    try {
      running += workers;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Requests workers to end, and keeps the first error for {@link #rethrow}. */
  void fail(Throwable error) {
    lock.lock();
    try {
      if (failure == null) {
        failure = error;
      }
      isStopped = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Requests workers to end. */
  public void stop() {
    lock.lock();
    try {
      isStopped = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether workers have to end. */
  public boolean isStopped() {
    return isStopped;
  }

  /** Waits until no worker runs. */
  public void await() {
    lock.lock();
    try {
      while (running > 0) {
        changed.awaitUninterruptibly();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Throws the first error of a worker, if there is one, after all workers have ended. */
  public void rethrow() {
    Throwable first;
    lock.lock();
    try {
      first = failure;
    } finally {
      lock.unlock();
    }
    if (first != null) {
      stop();
      await();
      switch (first) {
        case RuntimeException e -> throw e;
        case Error e -> throw e;
        default -> throw new IllegalStateException("worker failed", first);
      }
    }
  }
}
