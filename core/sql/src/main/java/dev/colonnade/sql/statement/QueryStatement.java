package dev.colonnade.sql.statement;

import dev.colonnade.sql.physical.StatementPart;
import dev.colonnade.sql.plan.PlannedQuery;
import dev.colonnade.sql.run.InternalRows;
import dev.colonnade.sql.run.ParameterExpression;
import dev.colonnade.sql.run.RunnableQuery;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A query. */
public final class QueryStatement implements PreparedStatement {
  private final RunnableQuery query;
  private final List<SqlColumn> columns;

  QueryStatement(PlannedQuery planned) {
    this.query = new RunnableQuery(new StatementPart(planned.physical(), planned.parameterTypes()));
    this.columns = PlannedColumns.of(planned);
  }

  @Override
  public List<SqlColumn> columns() {
    return columns;
  }

  @Override
  public List<SqlType> parameterTypes() {
    return query.parameterTypes();
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
  public StatementResult run(Execution execution) {
    return new QueryResult("SELECT", columns, open(execution));
  }

  /** Returns the rows in their internal representation. */
  InternalRows open(Execution execution) {
    return query.run(StatementContexts.of(execution, parameterTypes().size()));
  }
}
