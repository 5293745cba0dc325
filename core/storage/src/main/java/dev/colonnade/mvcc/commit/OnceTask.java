package dev.colonnade.mvcc.commit;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Task that runs at most once, on the thread that runs it first. An executor that throws has
 * usually not accepted the task, but an executor that could not start a thread may have queued it
 * nevertheless; the caller can then run the work elsewhere safely.
 */
final class OnceTask implements Runnable {
  private final Runnable task;
  private final AtomicBoolean claimed = new AtomicBoolean();

  OnceTask(Runnable task) {
    this.task = task;
  }

  /**
   * Submits the task to {@code executor}. Returns false if the executor is closed or out of
   * threads: the task will not run then.
   */
  boolean submitTo(Executor executor) {
    try {
      executor.execute(this);
      return true;
    } catch (RuntimeException | Error e) {
      return !claim();
    }
  }

  @Override
  public void run() {
    if (claim()) {
      task.run();
    }
  }

  private boolean claim() {
    return claimed.compareAndSet(false, true);
  }
}
