package dev.colonnade.sql.execute.modify;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.access.StatementWrites;
import dev.colonnade.sql.access.row.InsertLocking;
import dev.colonnade.sql.access.row.RowChange;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.modify.row.AllocatedValues;
import dev.colonnade.sql.execute.modify.row.EncodedVectors;
import dev.colonnade.sql.execute.modify.row.InsertRows;
import dev.colonnade.sql.execute.modify.row.SequenceAllocator;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** INSERT without ON CONFLICT. */
public final class InsertOperator extends TableChangeOperator {
  /** The most rows that are committed as one batch, which is in memory as a whole. */
  static final int ALONE_ROWS_MAX = 100_000;

  private final ModifyPlan.Insert plan;
  private final StatementWrites writes;
  private final InsertRows inserted;
  private final SequenceAllocator sequences;
  private @Nullable AllocatedValues allocated;

  public InsertOperator(
      QueryContext query,
      Operator source,
      ModifyPlan.Insert plan,
      StatementWrites writes,
      SequenceAllocator sequences) {
    super(
        query,
        source,
        new TableWrites(plan.table(), writes),
        plan.source().types(),
        plan.changeWidth());
    this.plan = plan;
    this.writes = writes;
    this.inserted = new InsertRows(plan);
    this.sequences = requireNonNull(sequences, "sequences is null");
  }

  @Override
  List<VectorType> targetKeyTypes() {
    return List.of();
  }

  @Override
  void collect(VectorBatch batch, CollectedRows into) {
    appendChecked(batch, inserted.checks(), into);
  }

  @Override
  void finishCollecting(CollectedRows into) {
    allocated = AllocatedValues.of(plan.allocated(), Math.toIntExact(into.rowCount()), sequences);
  }

  @Override
  RowChange change(VectorBatch batch, int row, long rowNumber) {
    @Nullable Object[] values = inserted.row(batch, row);
    requireNonNull(allocated, "values are not allocated").fill((int) rowNumber, values);
    return new RowChange.Insert(Arrays.asList(values));
  }

  @Override
  long writeRows(boolean isAlone) {
    return isAlone && hasFewRows(ALONE_ROWS_MAX) ? writeAlone() : writeEncoded();
  }

  /** Writes the rows in encoded form, as far as that is possible, and then the others. */
  private long writeEncoded() {
    AllocatedValues values = requireNonNull(allocated, "values are not allocated");
    Supplier<@Nullable VectorBatch> reader = collected();
    expectRows();
    long count = 0;
    int batchCount = 0;
    for (VectorBatch batch = reader.get(); batch != null; batch = reader.get()) {
      EncodedVectors rows = inserted.encoded(batch, values, Math.toIntExact(count));
      if (!writes.insertStored(plan.table(), rows, InsertLocking.LOCK)) {
        return count + writeAfter(batchCount);
      }
      count += batch.rowCount();
      batchCount++;
    }
    return count;
  }
}
