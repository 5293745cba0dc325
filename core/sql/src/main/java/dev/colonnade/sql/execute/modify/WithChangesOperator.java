package dev.colonnade.sql.execute.modify;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.access.StatementWrites;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.SharedRows;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * WITH of which an item changes rows. The items that change rows read their sources, in their
 * order, then the body does; then all of them write in the same order. An item that is a query runs
 * when it is first read.
 */
public final class WithChangesOperator extends ModifyOperator {
  private final List<ModifyOperator> changes = new ArrayList<>();
  private final List<SharedRows> queries = new ArrayList<>();
  private final Operator body;
  private final CollectedRows rows;
  private final StatementWrites writes;

  /**
   * Creates the operator.
   *
   * @param items operators of the items of the plan, which are closed with this operator
   */
  public WithChangesOperator(
      QueryContext query,
      ModifyPlan.WithChanges plan,
      List<Operator> items,
      Operator body,
      NamedRows names,
      StatementWrites writes) {
    super(query, body);
    this.body = requireNonNull(body, "body is null");
    this.rows = newBuffer(plan.types());
    this.writes = requireNonNull(writes, "writes is null");
    for (int i = 0; i < items.size(); i++) {
      names.add(plan.items().get(i).name(), item(plan.items().get(i), items.get(i)));
    }
  }

  private NamedRows.Item item(ModifyPlan.Item plan, Operator operator) {
    if (operator instanceof ModifyOperator change) {
      changes.add(change);
      return new NamedRows.Item(plan.part().plan().types(), () -> returnedBy(change));
    }
    SharedRows shared = new SharedRows(operator, plan.part().plan().types(), spillContext());
    queries.add(shared);
    return new NamedRows.Item(plan.part().plan().types(), () -> shared.reader()::next);
  }

  private static Supplier<@Nullable VectorBatch> returnedBy(ModifyOperator change) {
    change.collect();
    return change.returnedRows();
  }

  @Override
  void collectRows() {
    changes.forEach(ModifyOperator::collect);
    if (body instanceof ModifyOperator change) {
      change.collect();
      return;
    }
    for (VectorBatch batch = body.next(); batch != null; batch = body.next()) {
      rows.append(batch);
    }
  }

  @Override
  long writeRows(boolean isAlone) {
    ModifyOperator last = body instanceof ModifyOperator change ? change : null;
    writes.together(
        () -> {
          changes.forEach(change -> change.write(false));
          if (last != null) {
            last.write(false);
          }
        });
    return last == null ? rows.rowCount() : last.complete();
  }

  @Override
  Supplier<@Nullable VectorBatch> returnedRows() {
    return body instanceof ModifyOperator change ? change.returnedRows() : rows.reader();
  }

  @Override
  protected void release() {
    rows.close();
    closeAll(new ArrayList<>(changes), 0);
    queries.forEach(SharedRows::close);
  }

  private static void closeAll(List<ModifyOperator> operators, int first) {
    if (first < operators.size()) {
      try {
        operators.get(first).close();
      } finally {
        closeAll(operators, first + 1);
      }
    }
  }
}
