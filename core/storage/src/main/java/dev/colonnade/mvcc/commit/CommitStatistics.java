package dev.colonnade.mvcc.commit;

/**
 * Statistics of a commit pipeline since it was created.
 *
 * @param commits batches committed
 * @param groups groups written (group commits), exclusive commands included
 * @param bytes bytes written to the store's write-ahead log
 * @param rereads keys that the leader had to read again because they may have changed since
 *     evaluation
 * @param rejected batches that the leader refused, mostly because a condition did not hold any more
 * @param failedGroups groups whose write failed
 * @param writeNanos time spent on making groups durable, in nanoseconds, failed groups included
 */
public record CommitStatistics(
    long commits,
    long groups,
    long bytes,
    long rereads,
    long rejected,
    long failedGroups,
    long writeNanos) {
  static final CommitStatistics ZERO = new CommitStatistics(0, 0, 0, 0, 0, 0, 0);
}
