package dev.colonnade.sql.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.run.InternalRows;
import dev.colonnade.sql.run.RunnableQuery;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statement that changes or locks rows: INSERT, UPDATE, DELETE, MERGE, SELECT FOR UPDATE. */
final class ModifyStatement implements PreparedStatement {
  /** More rows than these stay in the buffer of the operator until the client reads them. */
  private static final int COPIED_ROWS_MAX = 1000;

  private final PlannedChange planned;
  private final RunnableQuery query;
  private final @Nullable BatchExecution batch;

  ModifyStatement(PlannedChange planned) {
    this.planned = requireNonNull(planned, "planned is null");
    this.query = new RunnableQuery(planned.part());
    this.batch =
        planned.plan() instanceof ModifyPlan.Insert insert
            ? InsertBatchExecution.find(insert, planned.parameterTypes())
            : null;
  }

  @Override
  public List<SqlColumn> columns() {
    return planned.columns();
  }

  @Override
  public List<SqlType> parameterTypes() {
    return planned.parameterTypes();
  }

  @Override
  public boolean isCacheable() {
    return true;
  }

  @Override
  public Effect effect() {
    return planned.plan() instanceof ModifyPlan.LockRows ? Effect.LOCKS : Effect.WRITES;
  }

  @Override
  public boolean mayBlock() {
    return query.mayBlock();
  }

  @Override
  public @Nullable BatchExecution batchExecution() {
    return batch;
  }

  @Override
  public StatementResult run(Execution execution) {
    InternalRows rows = query.run(StatementContexts.of(execution, planned.parameterTypes().size()));
    boolean isOpen = false;
    try {
      long count = rows.complete();
      if (columns().isEmpty() && effect() == Effect.WRITES) {
        return StatementResult.changed(planned.command(), count);
      }
      StatementResult result = new QueryResult(planned.command(), columns(), rows);
      if (count <= COPIED_ROWS_MAX) {
        return copied(result);
      }
      isOpen = true;
      return result;
    } finally {
      if (!isOpen) {
        rows.close();
      }
    }
  }

  private StatementResult copied(StatementResult result) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (@Nullable Object[] row = result.next(); row != null; row = result.next()) {
      rows.add(row);
    }
    return StatementResult.rows(planned.command(), columns(), rows);
  }
}
