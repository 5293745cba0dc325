package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import org.jspecify.annotations.Nullable;

/**
 * Joins by looking rows of a table up: takes some rows of its input, finds the rows of the table by
 * their keys, and joins the two by hash.
 */
public final class LookupOperator implements VectorOperator {
  /**
   * Number of rows of the first batch, which is small: a consumer of only a part of the result does
   * not wait for more.
   */
  private static final int ROWS_FIRST = 64;

  private final JoinShape shape;
  private final int width;
  private final VectorOperator input;
  private final RowLookup lookup;
  private final OperatorRun run;
  private final QueryMemory.Share share;
  private int rowsWanted;

  /** Rows of the input that are not joined yet. */
  private @Nullable VectorBatch pending;

  private @Nullable JoinOperator joining;
  private boolean closed;

  /**
   * A join.
   *
   * @param shape whose probe is the input
   * @param width how many columns of the pairs are wanted; the others stand behind them
   */
  public LookupOperator(
      JoinShape shape, int width, VectorOperator input, RowLookup lookup, OperatorRun run) {
    this.shape = shape;
    this.width = width;
    this.input = input;
    this.lookup = lookup;
    this.run = run;
    share = run.memory().newShare();
    rowsWanted = lookup.isByKey() ? ROWS_FIRST : Integer.MAX_VALUE;
  }

  @Override
  public @Nullable VectorBatch next() {
    while (true) {
      JoinOperator present = joining;
      if (present == null) {
        run.cancellation().check();
        VectorBatch some = take();
        if (some == null) {
          return null;
        }
        present = new JoinOperator(shape, new SingleBatch(some), lookup.find(some), run);
        joining = present;
      }
      VectorBatch joined = present.next();
      if (joined != null) {
        return narrowed(joined);
      }
      present.close();
      joining = null;
    }
  }

  /** Returns as many rows as are requested, or all that are left; null if there are none. */
  private @Nullable VectorBatch take() {
    VectorBatch first = pending == null ? input.next() : pending;
    pending = null;
    if (first == null) {
      return null;
    }
    int wanted = rowsWanted;
    if (wanted < VectorBatch.ROWS) {
      rowsWanted *= 2;
    }
    return first.rowCount() < wanted ? filledUp(first, wanted) : cut(first, wanted);
  }

  private VectorBatch filledUp(VectorBatch first, int wanted) {
    VectorBatch next = input.next();
    if (next == null) {
      return first;
    }
    MaterializedRows rows = new MaterializedRows(shape.probeTypes());
    rows.append(first);
    while (next != null && rows.count() + next.rowCount() <= wanted) {
      rows.append(next);
      share.set(rows.memoryBytes());
      next = input.next();
    }
    pending = next;
    return rows.all();
  }

  private VectorBatch cut(VectorBatch batch, int wanted) {
    if (batch.rowCount() == wanted) {
      return batch;
    }
    pending = range(batch, wanted, batch.rowCount());
    return range(batch, 0, wanted);
  }

  private static VectorBatch range(VectorBatch batch, int from, int to) {
    int[] rows = new int[to - from];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = from + i;
    }
    return batch.gather(rows, rows.length);
  }

  private VectorBatch narrowed(VectorBatch joined) {
    if (joined.width() == width) {
      return joined;
    }
    Vector[] columns = new Vector[width];
    for (int i = 0; i < width; i++) {
      columns[i] = joined.column(i);
    }
    return new VectorBatch(joined.rowCount(), columns);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      share.set(0);
      if (joining != null) {
        joining.close();
      }
      input.close();
    }
  }

  /** Rows that are there already. */
  private static final class SingleBatch implements VectorOperator {
    private @Nullable VectorBatch batch;

    SingleBatch(VectorBatch batch) {
      this.batch = batch;
    }

    @Override
    public @Nullable VectorBatch next() {
      VectorBatch given = batch;
      batch = null;
      return given;
    }

    @Override
    public void close() {} // holds nothing
  }
}
