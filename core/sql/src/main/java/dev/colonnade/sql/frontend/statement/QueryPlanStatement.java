package dev.colonnade.sql.frontend.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.frontend.plan.DataPlan;
import dev.colonnade.sql.logical.CursorKeys;
import dev.colonnade.sql.run.ParameterExpression;
import dev.colonnade.sql.run.RunnableQuery;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.QueryResult;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.statement.context.StatementContexts;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statement that reads rows. */
final class QueryPlanStatement implements PreparedStatement {
  private final DataPlan plan;
  private final RunnableQuery query;
  private final List<SqlColumn> columns;

  QueryPlanStatement(DataPlan plan) {
    this.plan = requireNonNull(plan, "plan is null");
    this.query = new RunnableQuery(plan.part());
    this.columns = ResultColumns.of(plan);
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
  public boolean mayBlock() {
    return query.mayBlock();
  }

  @Override
  public @Nullable ParameterExpression expression() {
    return columns.size() == 1 ? query.expression() : null;
  }

  @Override
  public List<String> explain(CatalogSnapshot catalog) {
    return PlanText.of(query.plan(), catalog);
  }

  @Override
  public StatementResult run(Execution execution) {
    StatementTransaction transaction = execution.transaction();
    plan.analyzed().privileges().require(transaction.names(), transaction.catalog());
    return new QueryResult(
        plan.analyzed().tag(),
        columns,
        query.run(StatementContexts.of(execution, plan.parameterTypes().size())));
  }
}
