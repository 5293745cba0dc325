package dev.colonnade.engine;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.mvcc.commit.CommitSeams;
import dev.colonnade.split.queue.QueueOptions;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads of a database that was not given others. */
final class EngineThreads implements AutoCloseable {
  /** Completing a write takes microseconds: these are enough unless callbacks block. */
  private static final int COMMIT_THREADS = 2;

  /**
   * A callback may wait for another write, whose completion needs a thread then. Past this number
   * each completion gets a virtual thread of its own: whoever leads never runs a callback.
   */
  static final int COMMIT_THREADS_MAX = 64;

  private static final long COMMIT_IDLE_SECONDS = 10;

  private static final long CLOSE_WAIT_SECONDS = 30;

  private final ExecutorService commits;
  private final ExecutorService leaders;
  private final ScheduledExecutorService background;
  private final ExecutorService scans;
  private final ForkJoinPool splits;

  EngineThreads(int scanThreads) {
    commits =
        new ThreadPoolExecutor(
            COMMIT_THREADS,
            COMMIT_THREADS_MAX,
            COMMIT_IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(), // nothing waits behind a callback that blocks
            named("colonnade-commit-"),
            EngineThreads::completeApart);
    leaders = Executors.newSingleThreadExecutor(named("colonnade-lead-"));
    background = background();
    scans = Executors.newFixedThreadPool(scanThreads, named("colonnade-scan-"));
    // Its threads end when they are idle; the queue of splits says how many are at work.
    splits = new ForkJoinPool(QueueOptions.CONCURRENCY_MAX, EngineThreads::splitter, null, false);
  }

  EngineSeams seams() {
    return new EngineSeams(
        PhysicalClock.system(),
        NanoTicker.system(),
        new CommitSeams.Threads(commits, leaders),
        background,
        scans,
        splits,
        UUID::randomUUID);
  }

  /** What waits for its time when the database is closed is not waited for. */
  private static ScheduledExecutorService background() {
    ScheduledThreadPoolExecutor pool =
        new ScheduledThreadPoolExecutor(1, named("colonnade-background-"));
    pool.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    return pool;
  }

  private static void completeApart(Runnable completion, ThreadPoolExecutor full) {
    if (full.isShutdown()) {
      throw new RejectedExecutionException("the threads that complete writes have ended");
    }
    Thread.ofVirtual().name("colonnade-commit-virtual").start(completion);
  }

  /** Ends the threads when they have done what they were given. */
  @Override
  public void close() {
    for (ExecutorService pool : List.of(background, splits, scans, leaders, commits)) {
      pool.shutdown();
    }
    boolean interrupted = false;
    for (ExecutorService pool : List.of(background, splits, scans, leaders, commits)) {
      try {
        if (!pool.awaitTermination(CLOSE_WAIT_SECONDS, TimeUnit.SECONDS)) {
          pool.shutdownNow();
        }
      } catch (InterruptedException e) {
        pool.shutdownNow();
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static ForkJoinWorkerThread splitter(ForkJoinPool pool) {
    ForkJoinWorkerThread thread = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
    thread.setName("colonnade-split-" + thread.getPoolIndex());
    return thread;
  }

  private static ThreadFactory named(String prefix) {
    return Thread.ofPlatform().daemon().name(prefix, 0).factory();
  }
}
