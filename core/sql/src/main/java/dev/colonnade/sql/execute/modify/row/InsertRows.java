package dev.colonnade.sql.execute.modify.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.vector.VectorBatch;
import org.jspecify.annotations.Nullable;

/** Conversion of the rows of the source of an INSERT to rows of the table. Immutable. */
public final class InsertRows {
  private final InsertedColumns layout;
  private final ViewChecks checks;

  public InsertRows(ModifyPlan.Insert plan) {
    requireNonNull(plan, "plan is null");
    this.checks = new ViewChecks(plan.checks(), plan.targets().size());
    this.layout =
        new InsertedColumns(
            plan.table().schema(), new ColumnValues(plan.targets(), plan.source().types(), 0));
  }

  /** Returns the checks of the views that the rows are written through. */
  public ViewChecks checks() {
    return checks;
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
