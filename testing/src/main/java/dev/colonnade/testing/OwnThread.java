package dev.colonnade.testing;

import java.util.concurrent.Executor;

/**
 * Runs each task in a thread of its own. On two cores the common pool has a single thread: a task
 * that waits there for another one, of whatever test, could wait for ever.
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
