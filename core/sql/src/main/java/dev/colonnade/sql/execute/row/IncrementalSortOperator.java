package dev.colonnade.sql.execute.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.spill.ExternalSorter;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.key.RowComparator;
import org.jspecify.annotations.Nullable;

/**
 * Stable sort of rows that are sorted by the first keys already: whole groups of rows with equal
 * first keys are sorted and returned while the input is read, so that a limit ends the reading
 * early.
 */
public final class IncrementalSortOperator extends Operator {
  private final RowPlan.Sort plan;
  private final RowComparator presorted;

  /** Rows that are still wanted. */
  private long remaining;

  /** Sorter of the rows that are read, or of those that are returned. */
  private @Nullable ExternalSorter sorter;

  private long sorterRows;
  private boolean isReturning;
  private boolean isInputFinished;

  /** Rows behind those of the sorter. */
  private @Nullable VectorBatch unread;

  /** The last row that was added to the sorter; null if it has none. */
  private @Nullable VectorBatch last;

  public IncrementalSortOperator(QueryContext query, Operator input, RowPlan.Sort plan) {
    super(query, input);
    this.plan = requireNonNull(plan, "plan is null");
    if (plan.presortedKeys() == 0) {
      throw new IllegalArgumentException("input is not sorted by any key");
    }
    presorted =
        new RowComparator(plan.keys().subList(0, plan.presortedKeys()), plan.input().types());
  }

  @Override
  protected void open() {
    remaining = RowCounts.of(plan.limit(), RowCounts.Clause.LIMIT, query().evaluation());
  }

  @Override
  protected @Nullable VectorBatch produce() {
    while (remaining > 0) {
      if (isReturning) {
        VectorBatch batch = requireNonNull(sorter, "sorter is null").next();
        if (batch != null) {
          remaining -= remaining == Long.MAX_VALUE ? 0 : batch.rowCount();
          return batch;
        }
        endSorter();
        if (isInputFinished) {
          return null;
        }
      }
      read();
    }
    return null;
  }

  private void endSorter() {
    ExternalSorter ended = requireNonNull(sorter, "sorter is null");
    recordSpill(ended.spilledBytes());
    ended.close();
    sorter = null;
    sorterRows = 0;
    last = null;
    isReturning = false;
  }

  /** Reads whole groups until there are enough rows, and sorts them. */
  private void read() {
    ExternalSorter opened =
        new ExternalSorter(plan.input().types(), plan.keys(), remaining, spillContext());
    sorter = opened;
    while (!isReturning) {
      VectorBatch batch = unread == null ? input(0).next() : unread;
      unread = null;
      if (batch == null) {
        isInputFinished = true;
        isReturning = true;
      } else if (batch.rowCount() > 0) {
        add(batch, opened);
      }
    }
    opened.finish();
  }

  /** Adds a batch, or the rows of it that complete enough whole groups. */
  private void add(VectorBatch batch, ExternalSorter opened) {
    int start = lastStart(batch);
    if (start >= 0 && sorterRows + start >= Math.min(remaining, VectorBatch.ROWS)) {
      if (start > 0) {
        opened.add(batch.slice(0, start));
      }
      unread = batch.slice(start, batch.rowCount());
      isReturning = true;
      return;
    }
    opened.add(batch);
    sorterRows += batch.rowCount();
    last = batch.slice(batch.rowCount() - 1, batch.rowCount());
  }

  /** Returns the last row of a batch that begins a group; -1 if none does. */
  private int lastStart(VectorBatch batch) {
    for (int row = batch.rowCount() - 1; row > 0; row--) {
      if (presorted.compare(batch, row - 1, batch, row) != 0) {
        return row;
      }
    }
    return last != null && presorted.compare(last, 0, batch, 0) != 0 ? 0 : -1;
  }

  @Override
  protected void release() {
    unread = null;
    last = null;
    if (sorter != null) {
      sorter.close();
    }
  }
}
