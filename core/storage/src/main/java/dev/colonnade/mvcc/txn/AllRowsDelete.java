package dev.colonnade.mvcc.txn;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.buffer.WriteBuffer;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.mvcc.mutation.SpanDelete;
import java.util.List;

/** Delete of all rows of a table by a transaction that reads and writes nothing afterwards. */
public final class AllRowsDelete {
  private final TransactionContext context;
  private final RowLocks locks;
  private final WriteBuffer writes;
  private final long readTimestamp;

  AllRowsDelete(
      TransactionContext context, RowLocks locks, WriteBuffer writes, long readTimestamp) {
    this.context = requireNonNull(context, "context is null");
    this.locks = requireNonNull(locks, "locks is null");
    this.writes = requireNonNull(writes, "writes is null");
    this.readTimestamp = readTimestamp;
  }

  /**
   * Deletes all keys of some spans, of which nothing may have changed since the read timestamp.
   *
   * @param spans the span of the rows, then those of the entries of indexes
   * @param locked a key of each index whose keys must be locked
   * @param rowCount number of keys of the first span that the transaction has read
   * @return false, and nothing is written, if no spans are deleted, if the keys are so few that
   *     single deletes need one store batch, which also a full disk admits, if the transaction has
   *     other writes, or another one has locks there
   */
  public boolean run(List<KeySpan> spans, List<Key> locked, long rowCount) {
    BatchLimits limits = context.pipeline().batchLimits();
    boolean isSmall = rowCount * spans.size() <= limits.chunk().mutationsMax();
    boolean mayDelete = limits.deletesSpans() && !isSmall;
    if (!mayDelete || !writes.isEmpty() || !locked.stream().allMatch(locks::lockIndex)) {
      return false;
    }
    writes.delete(new SpanDelete(spans, readTimestamp, rowCount));
    return true;
  }
}
