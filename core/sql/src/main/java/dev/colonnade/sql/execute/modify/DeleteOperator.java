package dev.colonnade.sql.execute.modify;

import dev.colonnade.sql.access.StatementWrites;
import dev.colonnade.sql.access.row.RowChange;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.modify.row.ColumnValues;
import dev.colonnade.sql.execute.modify.row.SeenKeys;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** DELETE. A row that the source returns several times is deleted once. */
public final class DeleteOperator extends TableChangeOperator {
  private final ColumnValues key;
  private final List<VectorType> keyTypes;
  private final boolean isOfAllRows;
  private @Nullable SeenKeys seen;

  public DeleteOperator(
      QueryContext query, Operator source, ModifyPlan.Delete plan, StatementWrites writes) {
    super(
        query,
        source,
        new TableWrites(plan.table(), writes),
        plan.source().types(),
        plan.changeWidth());
    List<VectorType> types = plan.source().types();
    this.key = new ColumnValues(plan.table().schema().keyColumns(), types, 0);
    this.keyTypes = types.subList(0, plan.changeWidth());
    this.isOfAllRows = plan.isOfAllRows();
    this.seen = plan.mayRepeatKeys() ? new SeenKeys(keyTypes, memory().newPart()) : null;
  }

  @Override
  boolean isOfAllRows() {
    return isOfAllRows;
  }

  @Override
  List<VectorType> targetKeyTypes() {
    return keyTypes;
  }

  @Override
  void share(SeenKeys keys) {
    super.share(keys);
    seen = keys;
  }

  @Override
  void collect(VectorBatch batch, CollectedRows into) {
    into.append(seen == null ? batch : seen.firstOf(batch));
  }

  @Override
  RowChange change(VectorBatch batch, int row, long rowNumber) {
    return new RowChange.Delete(key.key(batch, row));
  }
}
