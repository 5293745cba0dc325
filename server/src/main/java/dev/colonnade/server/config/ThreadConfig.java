package dev.colonnade.server.config;

/**
 * The threads that answer requests.
 *
 * @param ioThreads event loops: they read and write sockets and answer what never waits; default
 *     one for each core
 * @param requestThreads for what may wait for the disk or takes long: so many for reading and so
 *     many for writing; default two for each core, at least 4
 * @param requestQueueMax requests that may wait to read, or to write; one more is refused with
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

  /** The defaults for this machine. */
  public static ThreadConfig defaults() {
    return forCores(Runtime.getRuntime().availableProcessors());
  }

  /** The defaults for a machine with so many cores. */
  public static ThreadConfig forCores(int cores) {
    return new ThreadConfig(
        Math.min(cores, THREADS_MAX),
        Math.clamp(2L * cores, REQUEST_THREADS_LEAST, THREADS_MAX),
        REQUEST_QUEUE_DEFAULT);
  }
}
