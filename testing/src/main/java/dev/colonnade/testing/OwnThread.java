package dev.colonnade.testing;

import java.util.concurrent.Executor;

/**
 * Executor that runs each task in a new thread. On two cores the common pool has a single thread: a
 * task that waits there for another task, of any test, could wait forever.
 */
public enum OwnThread implements Executor {
  EXECUTOR;

  @Override
  public void execute(Runnable task) {
    Thread thread = new Thread(task, "test-task");
    thread.setDaemon(true);
    thread.start();
  }
}
