package dev.colonnade.sql.execute.modify.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.vector.VectorBatch;
import org.jspecify.annotations.Nullable;

/** Conversion of the rows of the source of an INSERT to rows of the table. Immutable. */
public final class InsertRows {
  private final ModifyPlan.Insert plan;
  private final InsertedColumns layout;

  public InsertRows(ModifyPlan.Insert plan) {
    this.plan = requireNonNull(plan, "plan is null");
    this.layout =
        new InsertedColumns(
            plan.table().schema(), new ColumnValues(plan.targets(), plan.source().types(), 0));
  }

  /** Throws CHECK_OPTION_VIOLATION if a row does not satisfy the check option of a view. */
  public void check(VectorBatch batch) {
    ViewChecks.require(plan.checks(), batch, plan.targets().size());
  }

  /**
   * Returns the rows of a batch in encoded form.
   *
   * @param firstRow number of the batch's first row among the rows of {@code allocated}
   */
  public EncodedVectors encoded(VectorBatch batch, AllocatedValues allocated, int firstRow) {
    return layout.encoded(batch, allocated, firstRow);
  }

  /** Returns the values of all columns of the table, of the Java classes of their types. */
  public @Nullable Object[] row(VectorBatch batch, int row) {
    return layout.row(batch, row);
  }
}
