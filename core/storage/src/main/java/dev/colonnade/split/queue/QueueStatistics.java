package dev.colonnade.split.queue;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import java.util.Map;

/**
 * Statistics of a work queue. Counters start at 0 when the queue is created.
 *
 * @param queued number of queued entries
 * @param queuedPeak maximum number of queued entries so far
 * @param running number of running entries
 * @param runningBytes total cost of the running entries, in bytes
 * @param purgatory number of failed entries that wait for a retry
 * @param oldestNanos waiting time of the oldest queued entry; 0 if none is queued
 * @param counts outcomes of work
 */
public record QueueStatistics(
    int queued,
    int queuedPeak,
    int running,
    long runningBytes,
    int purgatory,
    long oldestNanos,
    Counts counts) {
  public QueueStatistics {
    requireNonNull(counts, "counts is null");
  }

  /**
   * Outcomes of work.
   *
   * @param succeeded completed runs
   * @param notNeeded runs that found nothing to do
   * @param repeated runs during which the work was requested again
   * @param dropped entries that were dropped because the queue was full
   * @param drained entries that were removed because the queue was closed
   * @param failed failed runs by error code
   */
  public record Counts(
      long succeeded,
      long notNeeded,
      long repeated,
      long dropped,
      long drained,
      Map<ErrorCode, Long> failed) {
    public Counts {
      failed = Map.copyOf(failed);
    }

    /** Returns the number of failed runs of all error codes. */
    public long failedTotal() {
      return failed.values().stream().mapToLong(Long::longValue).sum();
    }
  }
}
