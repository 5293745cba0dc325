package dev.colonnade.mvcc.commit;

/**
 * What a commit pipeline has done since it was made.
 *
 * @param commits batches committed
 * @param groups groups written, in which those batches were, and exclusive commands
 * @param bytes bytes written to the store's log
 * @param rereads keys that the leader had to read again because they may have changed since
 *     evaluation
 * @param rejected batches that the leader refused, most of them because a condition did not hold
 *     any more
 * @param failedGroups groups whose write failed
 * @param writeNanos time spent on making groups durable, failed ones included
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
