package dev.colonnade.split.queue;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ErrorCode;
import java.util.Map;

/**
 * Figures of a queue. Counters count from its making.
 *
 * @param queued entries that wait now
 * @param queuedPeak most entries that ever waited
 * @param running pieces of work that are being done now
 * @param runningBytes bytes that those read
 * @param purgatory entries that have failed and wait to be tried again
 * @param oldestNanos how long the oldest of the queued has waited; 0 if there is none
 * @param counts what became of work
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
   * What became of work.
   *
   * @param succeeded done
   * @param notNeeded found to be needless when its turn came
   * @param repeated asked for again while it ran
   * @param dropped because the queue was full
   * @param drained because the queue was closed
   * @param failed by reason
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

    /** Failures of all reasons. */
    public long failedTotal() {
      return failed.values().stream().mapToLong(Long::longValue).sum();
    }
  }
}
