package dev.colonnade.split.queue;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Options of a work queue.
 *
 * @param concurrency maximum number of entries that run at the same time
 * @param runningBytesMax maximum total cost of the running entries, in bytes; a single entry may
 *     exceed it
 * @param entriesMax maximum number of queued entries; when exceeded, the least urgent entry is
 *     dropped
 * @param ageingPerSecond priority that an entry gains per second of waiting (aging)
 * @param retry retry delays of failed work
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

  /** Returns a copy with another concurrency. */
  public QueueOptions withConcurrency(int other) {
    return new QueueOptions(other, runningBytesMax, entriesMax, ageingPerSecond, retry);
  }

  /** Returns a copy with another byte budget. */
  public QueueOptions withRunningBytesMax(long other) {
    return new QueueOptions(concurrency, other, entriesMax, ageingPerSecond, retry);
  }

  /** Returns a copy with another maximum number of entries. */
  public QueueOptions withEntriesMax(int other) {
    return new QueueOptions(concurrency, runningBytesMax, other, ageingPerSecond, retry);
  }

  /**
   * Delays of retries, with exponential backoff: each consecutive failure doubles the delay.
   *
   * @param first delay after the first failure
   * @param max maximum delay
   */
  public record RetryDelays(Duration first, Duration max) {
    public static final RetryDelays DEFAULT =
        new RetryDelays(Duration.ofMillis(200), Duration.ofMinutes(1));

    public RetryDelays {
      if (first.compareTo(Duration.ZERO) <= 0 || max.compareTo(first) < 0) {
        throw new IllegalArgumentException("invalid retry delays first=" + first + " max=" + max);
      }
    }

    /** Returns the delay after this number of consecutive failures. */
    long nanos(int failures) {
      int doublings = Math.min(failures - 1, 32);
      long limit = max.toNanos();
      return first.toNanos() > limit >> doublings ? limit : first.toNanos() << doublings;
    }
  }
}
