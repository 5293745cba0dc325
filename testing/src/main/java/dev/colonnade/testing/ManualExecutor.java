package dev.colonnade.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** Keeps what it is given until it is told to run it. For one thread. */
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

  /** Runs all tasks, and those that they bring. */
  public void runAll() {
    while (!tasks.isEmpty()) {
      run(0);
    }
  }
}
