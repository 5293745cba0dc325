package dev.colonnade.sql.execute.modify;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.access.StatementWrites;
import dev.colonnade.sql.execute.Closing;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.SharedRows;
import dev.colonnade.sql.execute.modify.row.NamedRows;
import dev.colonnade.sql.execute.modify.row.SeenKeys;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * WITH of which an item changes rows. The order is PostgreSQL's: the body reads its source first,
 * and with it the items that it reads; then the other items that change rows do, from the last one.
 * A row that several of them find is changed by the first of them only. Afterwards all of them
 * write in the same order. Items that lock rows come first of all, and an item that is a query runs
 * when it is first read.
 */
public final class WithChangesOperator extends ModifyOperator {
  private final List<ModifyOperator> changes = new ArrayList<>();
  private final List<SharedRows> queries = new ArrayList<>();

  /** Changes in the order in which they have read their sources. */
  private final List<ModifyOperator> collected = new ArrayList<>();

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
    shareKeys();
  }

  /** Lets the changes of each table share the keys of the rows that they find. */
  private void shareKeys() {
    Map<Target, List<TableChangeOperator>> targets = new LinkedHashMap<>();
    for (Operator operator : Stream.concat(changes.stream(), Stream.of(body)).toList()) {
      if (operator instanceof TableChangeOperator change && !change.targetKeyTypes().isEmpty()) {
        targets
            .computeIfAbsent(
                new Target(change.table().id(), change.targetKeyTypes()), _ -> new ArrayList<>())
            .add(change);
      }
    }
    targets.forEach(
        (target, operators) -> {
          if (operators.size() > 1) {
            SeenKeys keys = new SeenKeys(target.keyTypes(), memory().newPart());
            operators.forEach(operator -> operator.share(keys));
          }
        });
  }

  /** Table with the types of its keys. */
  private record Target(long tableId, List<VectorType> keyTypes) {}

  private NamedRows.Item item(ModifyPlan.Item plan, Operator operator) {
    if (operator instanceof ModifyOperator change) {
      changes.add(change);
      return new NamedRows.Item(plan.part().plan().types(), () -> returnedBy(change));
    }
    SharedRows shared = new SharedRows(operator, plan.part().plan().types(), spillContext());
    queries.add(shared);
    return new NamedRows.Item(plan.part().plan().types(), () -> shared.reader()::next);
  }

  private Supplier<@Nullable VectorBatch> returnedBy(ModifyOperator change) {
    collect(change);
    return change.returnedRows();
  }

  @Override
  void collectRows() {
    for (ModifyOperator change : changes) {
      if (change instanceof LockRowsOperator) {
        collect(change);
      }
    }
    collectBody();
    changes.reversed().forEach(this::collect);
  }

  private void collectBody() {
    if (body instanceof ModifyOperator change) {
      collect(change);
      return;
    }
    for (VectorBatch batch = body.next(); batch != null; batch = body.next()) {
      rows.append(batch);
    }
  }

  /** Lets a change read its source, and before its end the changes that the source reads. */
  private void collect(ModifyOperator change) {
    if (!collected.contains(change)) {
      change.collect();
      collected.add(change);
    }
  }

  @Override
  long writeRows(boolean isAlone) {
    ModifyOperator last = body instanceof ModifyOperator change ? change : null;
    writes.together(() -> collected.forEach(change -> change.write(false)));
    return last == null ? rows.rowCount() : last.complete();
  }

  @Override
  Supplier<@Nullable VectorBatch> returnedRows() {
    return body instanceof ModifyOperator change ? change.returnedRows() : rows.reader();
  }

  @Override
  protected void release() {
    rows.close();
    Closing.all(List.copyOf(changes), Operator::close);
    queries.forEach(SharedRows::close);
  }
}
