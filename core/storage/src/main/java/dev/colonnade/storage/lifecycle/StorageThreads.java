package dev.colonnade.storage.lifecycle;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.mvcc.commit.CommitDependencies;
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

/** Threads of a database that opens without external ones. */
public final class StorageThreads implements AutoCloseable {
  /**
   * Core size of the completion pool: completing a write lasts microseconds, so that these are
   * enough unless callbacks block.
   */
  private static final int COMMIT_THREADS = 2;

  /**
   * Maximum size of the completion pool. A callback may wait for another write, whose completion
   * then needs a thread. Beyond this number each completion gets a virtual thread: the group-commit
   * leader never runs a callback.
   */
  public static final int COMMIT_THREADS_MAX = 64;

  private static final long COMMIT_IDLE_SECONDS = 10;

  private static final long CLOSE_WAIT_SECONDS = 30;

  private final ExecutorService commits;
  private final ExecutorService leaders;
  private final ScheduledExecutorService background;
  private final ExecutorService scans;
  private final ForkJoinPool splits;

  public StorageThreads(int scanThreads) {
    commits =
        new ThreadPoolExecutor(
            COMMIT_THREADS,
            COMMIT_THREADS_MAX,
            COMMIT_IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(), // no completion queues behind a callback that blocks
            named("colonnade-commit-"),
            StorageThreads::completeOnVirtualThread);
    leaders = Executors.newSingleThreadExecutor(named("colonnade-lead-"));
    background = background();
    scans = Executors.newFixedThreadPool(scanThreads, named("colonnade-scan-"));
    // Idle threads end; the split queue limits the concurrency.
    splits = new ForkJoinPool(QueueOptions.CONCURRENCY_MAX, StorageThreads::splitter, null, false);
  }

  public StorageDependencies dependencies() {
    return new StorageDependencies(
        PhysicalClock.system(),
        NanoTicker.system(),
        new CommitDependencies.Threads(commits, leaders),
        background,
        scans,
        splits,
        UUID::randomUUID);
  }

  /** Returns the scheduler; delayed tasks that are pending at its shutdown are dropped. */
  private static ScheduledExecutorService background() {
    ScheduledThreadPoolExecutor pool =
        new ScheduledThreadPoolExecutor(1, named("colonnade-background-"));
    pool.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    return pool;
  }

  private static void completeOnVirtualThread(Runnable completion, ThreadPoolExecutor full) {
    if (full.isShutdown()) {
      throw new RejectedExecutionException("the completion threads have been shut down");
    }
    Thread.ofVirtual().name("colonnade-commit-virtual").start(completion);
  }

  /** Shuts the threads down after their submitted tasks. */
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
