package dev.colonnade.sql.execute.modify;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.access.StatementWrites;
import dev.colonnade.sql.access.row.RowChange;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.modify.row.ColumnValues;
import dev.colonnade.sql.execute.modify.row.InsertedColumns;
import dev.colonnade.sql.execute.modify.row.SeenKeys;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.physical.ModifyPlan.Branch;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** MERGE. A target row that is to be changed twice is an error. */
public final class MergeOperator extends TableChangeOperator {
  private final ModifyPlan.Merge plan;
  private final ColumnValues key;
  private final VectorType branchType;
  private final List<ColumnValues> values = new ArrayList<>();
  private final List<InsertedColumns> inserts = new ArrayList<>();
  private final List<VectorType> keyTypes;
  private SeenKeys seen;

  public MergeOperator(
      QueryContext query, Operator source, ModifyPlan.Merge plan, StatementWrites writes) {
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
    this.branchType = types.get(keyWidth);
    int from = keyWidth + 1;
    for (Branch branch : plan.branches()) {
      ColumnValues own = new ColumnValues(branch.columns(), types, from);
      values.add(own);
      inserts.add(new InsertedColumns(plan.table().schema(), own));
      from += branch.columns().size();
    }
    this.keyTypes = types.subList(0, keyWidth);
    this.seen = new SeenKeys(keyTypes, memory().newPart());
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
    int[] rows = new int[batch.rowCount()];
    int count = 0;
    for (int row = 0; row < rows.length; row++) {
      if (isChange(batch, row)) {
        rows[count++] = row;
      }
    }
    into.append(batch.gather(rows, count));
  }

  private boolean isChange(VectorBatch batch, int row) {
    int number = branchOf(batch, row);
    return number >= 0
        && switch (plan.branches().get(number).action()) {
          case NOTHING -> false;
          case INSERT -> true;
          case UPDATE, DELETE -> {
            if (!seen.add(batch, row)) {
              throw changedTwice();
            }
            yield true;
          }
        };
  }

  private static ColonnadeException changedTwice() {
    return new ColonnadeException(
        ErrorCode.ROW_CHANGED_TWICE,
        "MERGE command cannot affect row a second time",
        ErrorFields.NONE.withHint(
            "Ensure that not more than one source row matches any one target row."));
  }

  /** Returns the number of the branch of a row; -1 for none. */
  private int branchOf(VectorBatch batch, int row) {
    Object number = batch.column(key.columns().size()).held(row, branchType);
    return number == null ? -1 : ((Number) number).intValue();
  }

  @Override
  RowChange change(VectorBatch batch, int row, long rowNumber) {
    int number = branchOf(batch, row);
    Branch branch = plan.branches().get(number);
    return switch (branch.action()) {
      case NOTHING -> throw new IllegalStateException("branch changes nothing: number=" + number);
      case INSERT -> new RowChange.Insert(Arrays.asList(inserts.get(number).row(batch, row)));
      case UPDATE ->
          new RowChange.Update(
              key.key(batch, row), branch.columns(), values.get(number).values(batch, row));
      case DELETE -> new RowChange.Delete(key.key(batch, row));
    };
  }
}
