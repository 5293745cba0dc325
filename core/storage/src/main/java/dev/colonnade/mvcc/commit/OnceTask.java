package dev.colonnade.mvcc.commit;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A task that runs once, wherever it is run first. An executor that throws has usually not taken
 * the task, but one that found no thread for it may have queued it all the same; running it
 * elsewhere is then safe.
 */
final class OnceTask implements Runnable {
  private final Runnable task;
  private final AtomicBoolean claimed = new AtomicBoolean();

  OnceTask(Runnable task) {
    this.task = task;
  }

  /**
   * Gives the task to {@code executor}. Returns false if that is closed or out of threads: the task
   * will not run then.
   */
  boolean giveTo(Executor executor) {
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
