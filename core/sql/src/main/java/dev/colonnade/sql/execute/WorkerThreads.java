package dev.colonnade.sql.execute;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Threads for the workers of all queries of a server, as many as it has processors. A query never
 * waits for one: its own thread is a worker, too. Thread-safe.
 */
public final class WorkerThreads implements AutoCloseable {
  private static final long IDLE_SECONDS = 30;

  private final ThreadPoolExecutor threads;

  /** Creates threads, which start when they are needed. */
  public WorkerThreads(int threadsMax) {
    threads =
        new ThreadPoolExecutor(
            0,
            threadsMax,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name("query-worker-", 0).factory());
  }

  /** Runs a task on a free thread; returns false if there is none. */
  public boolean tryExecute(Runnable task) {
    try {
      threads.execute(task);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  /** Ends the threads when their tasks have ended. */
  @Override
  public void close() {
    threads.shutdown();
  }
}
