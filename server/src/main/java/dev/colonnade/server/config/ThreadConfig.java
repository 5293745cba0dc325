package dev.colonnade.server.config;

/**
 * Thread pools that execute requests.
 *
 * @param ioThreads number of event loops, which read and write sockets and execute requests that
 *     never block; default one for each core
 * @param requestThreads size of the pool for reads, and of the pool for writes: requests that may
 *     wait for the disk or run long; default two for each core, at least 4
 * @param requestQueueMax maximum length of each pool's queue; a further request is rejected with
 *     OVERLOADED, default {@value #REQUEST_QUEUE_DEFAULT}
 */
public record ThreadConfig(int ioThreads, int requestThreads, int requestQueueMax) {
  public static final int THREADS_MAX = 1024;
  public static final int REQUEST_QUEUE_DEFAULT = 4096;
  public static final int REQUEST_QUEUE_MAX = 1_000_000;

  private static final int REQUEST_THREADS_LEAST = 4;

  public ThreadConfig {
    Bounds.check("ioThreads", ioThreads, 1, THREADS_MAX);
    Bounds.check("requestThreads", requestThreads, 1, THREADS_MAX);
    Bounds.check("requestQueueMax", requestQueueMax, 1, REQUEST_QUEUE_MAX);
  }

  /** Returns the defaults for this machine. */
  public static ThreadConfig defaults() {
    return forCores(Runtime.getRuntime().availableProcessors());
  }

  /** Returns the defaults for a machine with the given number of cores. */
  public static ThreadConfig forCores(int cores) {
    return new ThreadConfig(
        Math.min(cores, THREADS_MAX),
        Math.clamp(2L * cores, REQUEST_THREADS_LEAST, THREADS_MAX),
        REQUEST_QUEUE_DEFAULT);
  }
}
