package dev.colonnade.sql.execute.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.key.RowComparator;
import org.jspecify.annotations.Nullable;

/** OFFSET and LIMIT, also with ties: the peers of the last row. */
public final class LimitOperator extends Operator {
  private final RowPlan.Limit plan;
  private final RowComparator ties;
  private long toSkip;
  private long remaining;

  /** Batch and row of the last row within the limit, to compare ties with. */
  private @Nullable VectorBatch lastBatch;

  private int lastRow;

  public LimitOperator(QueryContext query, Operator input, RowPlan.Limit plan) {
    super(query, input);
    this.plan = requireNonNull(plan, "plan is null");
    this.ties = new RowComparator(plan.tieKeys(), plan.input().types());
  }

  @Override
  protected void open() {
    toSkip = RowCounts.of(plan.offset(), RowCounts.Clause.OFFSET, query().evaluation());
    remaining = RowCounts.of(plan.limit(), RowCounts.Clause.LIMIT, query().evaluation());
  }

  @Override
  protected @Nullable VectorBatch produce() {
    if (remaining == 0) {
      return plan.tieKeys().isEmpty() || lastBatch == null ? null : peers(lastBatch);
    }
    VectorBatch batch = input(0).next();
    if (batch == null) {
      return null;
    }
    int from = (int) Math.min(toSkip, batch.rowCount());
    toSkip -= from;
    int count = (int) Math.min(remaining, batch.rowCount() - from);
    remaining -= remaining == Long.MAX_VALUE ? 0 : count;
    if (plan.tieKeys().isEmpty() || remaining > 0 || count == 0) {
      return batch.slice(from, from + count);
    }
    lastBatch = batch;
    lastRow = from + count - 1;
    int end = from + count;
    while (end < batch.rowCount() && ties.compare(batch, lastRow, batch, end) == 0) {
      end++;
    }
    if (end < batch.rowCount()) {
      lastBatch = null;
    }
    return batch.slice(from, end);
  }

  /** Returns the peers of the last row in the next batch; null if there are no more. */
  private @Nullable VectorBatch peers(VectorBatch last) {
    VectorBatch batch = input(0).next();
    if (batch == null) {
      lastBatch = null;
      return null;
    }
    int end = 0;
    while (end < batch.rowCount() && ties.compare(last, lastRow, batch, end) == 0) {
      end++;
    }
    if (end < batch.rowCount()) {
      lastBatch = null;
    }
    return end == 0 ? null : batch.slice(0, end);
  }

  @Override
  protected void release() {
    lastBatch = null;
  }
}
