package dev.colonnade.split.queue;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Limits of a queue.
 *
 * @param concurrency pieces of work that run at the same time
 * @param runningBytesMax bytes that those read altogether; one alone may pass it
 * @param entriesMax entries that wait; one more drops the least urgent
 * @param ageingPerSecond how much priority a second of waiting adds
 * @param retry when work that failed is tried again
 */
public record QueueOptions(
    int concurrency,
    long runningBytesMax,
    int entriesMax,
    double ageingPerSecond,
    RetryDelays retry) {
  public static final int CONCURRENCY_MAX = 64;

  public static final QueueOptions DEFAULT =
      new QueueOptions(4, 1L << 30, 100_000, 0.1, RetryDelays.DEFAULT);

  public QueueOptions {
    requireNonNull(retry, "retry is null");
    if (concurrency < 1 || concurrency > CONCURRENCY_MAX) {
      throw new IllegalArgumentException(
          "concurrency out of range concurrency=%d min=1 max=%d"
              .formatted(concurrency, CONCURRENCY_MAX));
    }
    if (runningBytesMax < 1 || entriesMax < 1 || !(ageingPerSecond > 0)) {
      throw new IllegalArgumentException(
          "not positive runningBytesMax=%d entriesMax=%d ageingPerSecond=%s"
              .formatted(runningBytesMax, entriesMax, ageingPerSecond));
    }
  }

  /** The same with another concurrency. */
  public QueueOptions withConcurrency(int other) {
    return new QueueOptions(other, runningBytesMax, entriesMax, ageingPerSecond, retry);
  }

  /** The same with another budget of bytes. */
  public QueueOptions withRunningBytesMax(long other) {
    return new QueueOptions(concurrency, other, entriesMax, ageingPerSecond, retry);
  }

  /** The same with another number of entries. */
  public QueueOptions withEntriesMax(int other) {
    return new QueueOptions(concurrency, runningBytesMax, other, ageingPerSecond, retry);
  }

  /**
   * When work that failed is tried again: each failure in a row doubles the delay.
   *
   * @param first after the first failure
   * @param max at most
   */
  public record RetryDelays(Duration first, Duration max) {
    public static final RetryDelays DEFAULT =
        new RetryDelays(Duration.ofMillis(200), Duration.ofMinutes(1));

    public RetryDelays {
      if (first.compareTo(Duration.ZERO) <= 0 || max.compareTo(first) < 0) {
        throw new IllegalArgumentException("not delays first=" + first + " max=" + max);
      }
    }

    /** How long to wait after so many failures in a row. */
    long nanos(int failures) {
      int doublings = Math.min(failures - 1, 32);
      long limit = max.toNanos();
      return first.toNanos() > limit >> doublings ? limit : first.toNanos() << doublings;
    }
  }
}
