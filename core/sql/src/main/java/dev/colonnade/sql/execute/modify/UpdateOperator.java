package dev.colonnade.sql.execute.modify;

import dev.colonnade.sql.access.StatementWrites;
import dev.colonnade.sql.access.row.RowChange;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.modify.row.ColumnValues;
import dev.colonnade.sql.execute.modify.row.SeenKeys;
import dev.colonnade.sql.execute.modify.row.ViewChecks;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** UPDATE. A row that the source returns several times is changed once, by the first of them. */
public final class UpdateOperator extends TableChangeOperator {
  private final ModifyPlan.Update plan;
  private final ViewChecks checks;
  private final ColumnValues key;
  private final ColumnValues values;
  private final List<VectorType> keyTypes;
  private @Nullable SeenKeys seen;

  public UpdateOperator(
      QueryContext query, Operator source, ModifyPlan.Update plan, StatementWrites writes) {
    super(
        query,
        source,
        new TableWrites(plan.table(), writes),
        plan.source().types(),
        plan.changeWidth());
    this.plan = plan;
    List<VectorType> types = plan.source().types();
    this.key = new ColumnValues(plan.table().schema().keyColumns(), types, 0);
    int keyWidth = key.columns().size();
    this.values = new ColumnValues(plan.assigned(), types, keyWidth);
    this.checks = new ViewChecks(plan.checks(), keyWidth + plan.assigned().size());
    this.keyTypes = types.subList(0, keyWidth);
    this.seen = plan.mayRepeatKeys() ? new SeenKeys(keyTypes, memory().newPart()) : null;
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
    VectorBatch changed = seen == null ? batch : seen.firstOf(batch);
    appendChecked(changed, checks, into);
  }

  @Override
  RowChange change(VectorBatch batch, int row, long rowNumber) {
    return new RowChange.Update(key.key(batch, row), plan.assigned(), values.values(batch, row));
  }
}
