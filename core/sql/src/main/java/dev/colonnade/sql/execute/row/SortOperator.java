package dev.colonnade.sql.execute.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.spill.ExternalSorter;
import dev.colonnade.sql.physical.RowPlan;
import dev.colonnade.sql.vector.VectorBatch;
import org.jspecify.annotations.Nullable;

/** Stable sort of all rows, or of the first ones (top-n); in files where memory is denied. */
public final class SortOperator extends Operator {
  private final RowPlan.Sort plan;
  private @Nullable ExternalSorter sorter;

  public SortOperator(QueryContext query, Operator input, RowPlan.Sort plan) {
    super(query, input);
    this.plan = requireNonNull(plan, "plan is null");
  }

  @Override
  protected void open() {
    long rowsMax = RowCounts.of(plan.limit(), RowCounts.Clause.LIMIT, query().evaluation());
    ExternalSorter opened =
        new ExternalSorter(plan.input().types(), plan.keys(), rowsMax, spillContext());
    sorter = opened;
    for (VectorBatch batch = input(0).next(); batch != null; batch = input(0).next()) {
      opened.add(batch);
    }
    input(0).close();
    opened.finish();
    recordSpill(opened.spilledBytes());
  }

  @Override
  protected @Nullable VectorBatch produce() {
    return requireNonNull(sorter, "operator is not open").next();
  }

  @Override
  protected void release() {
    if (sorter != null) {
      sorter.close();
    }
  }
}
