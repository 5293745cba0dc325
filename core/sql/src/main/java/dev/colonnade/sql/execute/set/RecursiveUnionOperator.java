package dev.colonnade.sql.execute.set;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
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
  private final @Nullable SeenRows seen;

  /** Rows that the present round reads; null during the seed. */
  private @Nullable RowBuffer working;

  /** Rows that the present round has added. */
  private @Nullable RowBuffer added;

  private @Nullable Operator step;

  /** State after all rows of the present round but the deferred ones. */
  private boolean isRoundRead;

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
    this.seen = all ? null : new SeenRows(types, spillContext());
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
    VectorBatch batch = isRoundRead ? null : source().next();
    if (batch != null) {
      return added(seen == null ? batch : seen.add(batch));
    }
    if (!isRoundRead) {
      isRoundRead = true;
      endRound();
    }
    VectorBatch deferred = seen == null ? null : seen.nextDeferred();
    if (deferred != null) {
      return added(deferred);
    }
    startRound();
    return new VectorBatch(0);
  }

  private Operator source() {
    return working == null ? input(0) : requireNonNull(step, "step is null");
  }

  private VectorBatch added(VectorBatch rows) {
    if (rows.rowCount() > 0) {
      if (added == null) {
        added = new RowBuffer(types, spillContext());
      }
      added.append(rows);
    }
    return rows;
  }

  private void startRound() {
    working = added;
    added = null;
    isRoundRead = false;
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
      closeSeen();
      recordSpill(spilledBytes);
    }
  }

  private void closeSeen() {
    if (seen != null) {
      spilledBytes += seen.spilledBytes();
      seen.close();
    }
  }
}
