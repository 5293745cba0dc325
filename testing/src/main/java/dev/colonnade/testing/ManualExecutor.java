package dev.colonnade.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** Executor for tests that queues tasks until the test runs them. Not thread-safe. */
public final class ManualExecutor implements Executor {
  private final List<Runnable> tasks = new ArrayList<>();

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  public int size() {
    return tasks.size();
  }

  /** Runs one of the tasks. */
  public void run(int index) {
    tasks.remove(index).run();
  }

  /** Runs all tasks, including tasks that they submit. */
  public void runAll() {
    while (!tasks.isEmpty()) {
      run(0);
    }
  }
}
