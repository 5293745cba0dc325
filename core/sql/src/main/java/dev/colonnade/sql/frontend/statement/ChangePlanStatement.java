package dev.colonnade.sql.frontend.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.frontend.plan.DataPlan;
import dev.colonnade.sql.logical.CursorKeys;
import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.run.InternalRows;
import dev.colonnade.sql.run.RunnableQuery;
import dev.colonnade.sql.statement.BatchExecution;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.QueryResult;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.statement.context.StatementContexts;
import dev.colonnade.sql.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statement that changes or locks rows, which is complete when {@link #run} returns. */
final class ChangePlanStatement implements PreparedStatement {
  /** More rows than these stay in the buffer of the operator until the client reads them. */
  private static final int COPIED_ROWS_MAX = 1000;

  private final DataPlan plan;
  private final Effect effect;
  private final RunnableQuery query;
  private final List<SqlColumn> columns;
  private final @Nullable BatchExecution batch;

  ChangePlanStatement(DataPlan plan, Effect effect) {
    this.plan = requireNonNull(plan, "plan is null");
    this.effect = requireNonNull(effect, "effect is null");
    this.query = new RunnableQuery(plan.part());
    this.columns = ResultColumns.of(plan);
    this.batch =
        plan.physical() instanceof ModifyPlan.Insert insert
            ? InsertBatchExecution.find(insert, plan.parameterTypes())
            : ChangeBatchExecution.find(plan.physical(), plan.parameterTypes());
  }

  @Override
  public List<SqlColumn> columns() {
    CursorKeys keys = cursorKeys();
    return keys == null ? columns : columns.subList(0, keys.columnCount());
  }

  @Override
  public @Nullable CursorKeys cursorKeys() {
    return plan.analyzed().cursorKeys();
  }

  @Override
  public List<SqlType> parameterTypes() {
    return plan.parameterTypes();
  }

  @Override
  public boolean readsClock() {
    return plan.readsClock();
  }

  @Override
  public boolean isCacheable() {
    return true;
  }

  @Override
  public Effect effect() {
    return effect;
  }

  @Override
  public boolean mayBlock() {
    return query.mayBlock();
  }

  @Override
  public @Nullable BatchExecution batchExecution() {
    BatchExecution unchecked = batch;
    return unchecked == null ? null : new CheckedBatch(unchecked);
  }

  /** Batch execution behind the check of the privileges. */
  private final class CheckedBatch implements BatchExecution {
    private final BatchExecution unchecked;

    CheckedBatch(BatchExecution unchecked) {
      this.unchecked = unchecked;
    }

    @Override
    public long @Nullable [] execute(Execution execution, List<List<@Nullable Object>> rows) {
      requirePrivileges(execution.transaction());
      return unchecked.execute(execution, rows);
    }
  }

  @Override
  public void requirePrivileges(StatementTransaction transaction) {
    plan.analyzed().privileges().require(transaction.names(), transaction.catalog());
  }

  @Override
  public List<String> explain(CatalogSnapshot catalog) {
    return PlanText.of(query.plan(), catalog);
  }

  @Override
  public StatementResult run(Execution execution) {
    requirePrivileges(execution.transaction());
    InternalRows rows = query.run(StatementContexts.of(execution, plan.parameterTypes().size()));
    boolean isOpen = false;
    try {
      long count = rows.complete();
      String tag = plan.analyzed().tag();
      if (columns.isEmpty() && !tag.equals("SELECT")) {
        return StatementResult.changed(tag, count);
      }
      StatementResult result = new QueryResult(tag, columns, rows);
      if (count <= COPIED_ROWS_MAX) {
        return copied(result, tag);
      }
      isOpen = true;
      return result;
    } finally {
      if (!isOpen) {
        rows.close();
      }
    }
  }

  private StatementResult copied(StatementResult result, String tag) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (@Nullable Object[] row = result.next(); row != null; row = result.next()) {
      rows.add(row);
    }
    return StatementResult.rows(tag, columns, rows);
  }
}
