package dev.colonnade.sql.execute.set;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.execute.spill.RowBuffer;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Operator of a recursive query: returns the rows of the seed, then of rounds of the step over the
 * rows that the last round added, until a round adds none.
 */
public final class RecursiveUnionOperator extends Operator {
  private final WorkingTable table;
  private final Supplier<Operator> stepPlan;
  private final List<VectorType> types;
  private final @Nullable DistinctKeys seen;
  private final OperatorMemory share;

  /** Rows that the present round reads; null during the seed. */
  private @Nullable RowBuffer working;

  /** Rows that the present round has added. */
  private @Nullable RowBuffer added;

  private @Nullable Operator step;
  private boolean isFinished;
  private long spilledBytes;

  /**
   * Creates the operator.
   *
   * @param all whether duplicates are kept
   */
  public RecursiveUnionOperator(
      QueryContext query, List<VectorType> types, boolean all, Operator seed, Recursion recursion) {
    super(query, seed);
    this.types = List.copyOf(types);
    this.table = recursion.table();
    this.stepPlan = recursion.stepPlan();
    this.seen = all ? null : new DistinctKeys(types);
    this.share = memory().newPart();
  }

  /**
   * Step of a recursion.
   *
   * @param table that the operators of the step read
   * @param stepPlan new operators of the step, for each round
   */
  public record Recursion(WorkingTable table, Supplier<Operator> stepPlan) {
    public Recursion {
      requireNonNull(table, "table is null");
      requireNonNull(stepPlan, "stepPlan is null");
    }
  }

  @Override
  protected @Nullable VectorBatch produce() {
    if (isFinished) {
      return null;
    }
    Operator source = working == null ? input(0) : step;
    VectorBatch batch = requireNonNull(source, "step is null").next();
    if (batch != null) {
      return newRows(batch);
    }
    startRound();
    return new VectorBatch(0);
  }

  private VectorBatch newRows(VectorBatch batch) {
    VectorBatch rows = seen == null ? batch : distinct(batch, seen);
    if (rows.rowCount() > 0) {
      if (added == null) {
        added = new RowBuffer(types, spillContext());
      }
      added.append(rows);
    }
    return rows;
  }

  private VectorBatch distinct(VectorBatch batch, DistinctKeys keys) {
    int[] rows = new int[batch.rowCount()];
    int count = 0;
    for (int row = 0; row < rows.length; row++) {
      keys.encode(batch, row);
      int before = keys.count();
      rows[count] = row;
      count += keys.add() == before ? 1 : 0;
    }
    share.set(keys.memoryBytes());
    return count == rows.length ? batch : batch.gather(rows, count);
  }

  private void startRound() {
    endRound();
    working = added;
    added = null;
    if (working == null) {
      isFinished = true;
    } else {
      table.set(working);
      step = stepPlan.get();
    }
  }

  private void endRound() {
    if (step != null) {
      step.close();
      step = null;
    } else {
      input(0).close();
    }
    table.set(null);
    free(working);
    working = null;
  }

  private void free(@Nullable RowBuffer rows) {
    if (rows != null) {
      spilledBytes += rows.spilledBytes();
      rows.close();
    }
  }

  @Override
  protected void release() {
    isFinished = true;
    try {
      endRound();
    } finally {
      free(added);
      added = null;
      share.close();
      recordSpill(spilledBytes);
    }
  }
}
