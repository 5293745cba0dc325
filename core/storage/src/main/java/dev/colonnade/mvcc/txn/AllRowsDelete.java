package dev.colonnade.mvcc.txn;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.buffer.WriteBuffer;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.mvcc.mutation.SpanDelete;
import dev.colonnade.mvcc.validation.ReadSet;
import java.util.List;

/**
 * Delete of all rows of a table by a transaction that reads and writes nothing else. It takes
 * effect at the commit, and deletes the rows that exist then: what the transaction has read before
 * is irrelevant, and no concurrent insert is a conflict.
 */
public final class AllRowsDelete {
  private final TransactionContext context;
  private final RowLocks locks;
  private final WriteBuffer writes;
  private final ReadSet reads;

  AllRowsDelete(TransactionContext context, RowLocks locks, WriteBuffer writes, ReadSet reads) {
    this.context = requireNonNull(context, "context is null");
    this.locks = requireNonNull(locks, "locks is null");
    this.writes = requireNonNull(writes, "writes is null");
    this.reads = requireNonNull(reads, "reads is null");
  }

  /**
   * Deletes all keys of some spans.
   *
   * @param spans the span of the rows, then those of the entries of indexes
   * @param locked a key of each index whose keys must be locked
   * @param rowCount number of keys of the first span that the transaction has read
   * @return false, and nothing is written, if the keys are so few that single deletes need one
   *     store batch, which also a full disk admits, if the transaction has other writes, or another
   *     one has locks there
   */
  public boolean run(List<KeySpan> spans, List<Key> locked, long rowCount) {
    BatchLimits limits = context.pipeline().batchLimits();
    boolean isSmall = rowCount * spans.size() <= limits.chunk().mutationsMax();
    if (isSmall || !writes.isEmpty() || !locked.stream().allMatch(locks::lockIndex)) {
      return false;
    }
    writes.delete(new SpanDelete(spans));
    reads.clear();
    return true;
  }
}
