package dev.colonnade.sql.execute.modify;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.access.StatementLocks;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.modify.row.ColumnValues;
import dev.colonnade.sql.execute.row.RowCounts;
import dev.colonnade.sql.execute.row.RowCounts.Clause;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.physical.ModifyPlan.LockTarget;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Row locks of SELECT ... FOR UPDATE and its weaker forms. Rows that are gone or skipped are left
 * out; LIMIT counts the others, and no row behind it is locked.
 */
public final class LockRowsOperator extends ModifyOperator {
  private final ModifyPlan.LockRows plan;
  private final StatementLocks locks;
  private final List<ColumnValues> keys = new ArrayList<>();
  private final CollectedRows rows;
  private long toSkip;
  private long toReturn;

  public LockRowsOperator(
      QueryContext query, Operator source, ModifyPlan.LockRows plan, StatementLocks locks) {
    super(query, source);
    this.plan = requireNonNull(plan, "plan is null");
    this.locks = requireNonNull(locks, "locks is null");
    int from = plan.columns().size();
    for (LockTarget target : plan.targets()) {
      List<Column> columns = target.table().schema().keyColumns();
      keys.add(new ColumnValues(columns, plan.source().types(), from));
      from += columns.size();
    }
    this.rows = newBuffer(plan.types());
  }

  @Override
  void collectRows() {
    toSkip = RowCounts.of(plan.offset(), Clause.OFFSET, query().evaluation());
    toReturn = RowCounts.of(plan.limit(), Clause.LIMIT, query().evaluation());
    VectorBatch batch = toReturn == 0 ? null : input(0).next();
    while (batch != null) {
      rows.append(locked(batch));
      batch = toReturn == 0 ? null : input(0).next();
    }
    input(0).close();
  }

  /** Locks rows of a batch; returns those to return. */
  private VectorBatch locked(VectorBatch batch) {
    int[] kept = new int[batch.rowCount()];
    int count = 0;
    for (int row = 0; row < kept.length && toReturn > 0; row++) {
      if (!lock(batch, row)) {
        continue;
      }
      if (toSkip > 0) {
        toSkip--;
      } else {
        kept[count++] = row;
        toReturn--;
      }
    }
    return batch.prefix(plan.columns().size()).gather(kept, count);
  }

  /** Locks the rows that a row consists of; returns false if one of them is gone or skipped. */
  private boolean lock(VectorBatch batch, int row) {
    for (int i = 0; i < keys.size(); i++) {
      LockTarget target = plan.targets().get(i);
      List<Object> key = keys.get(i).key(batch, row);
      if (!locks.lock(target.table(), key, target.strength(), target.onLocked())) {
        return false;
      }
    }
    return true;
  }

  @Override
  long writeRows(boolean isAlone) {
    return rows.rowCount();
  }

  @Override
  Supplier<@Nullable VectorBatch> returnedRows() {
    return rows.reader();
  }

  @Override
  protected void release() {
    rows.close();
  }
}
