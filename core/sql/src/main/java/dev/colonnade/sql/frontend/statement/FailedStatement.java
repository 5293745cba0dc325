package dev.colonnade.sql.frontend.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.frontend.plan.DataPlan;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.type.SqlType;
import java.util.List;

/** Statement whose every execution fails, as that of {@code select 1/0}. It can be described. */
final class FailedStatement implements PreparedStatement {
  private final DataPlan plan;
  private final ColonnadeException failure;

  FailedStatement(DataPlan plan, ColonnadeException failure) {
    this.plan = requireNonNull(plan, "plan is null");
    this.failure = requireNonNull(failure, "failure is null");
  }

  @Override
  public List<SqlColumn> columns() {
    return ResultColumns.of(plan);
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
  public StatementResult run(Execution execution) {
    plan.analyzed()
        .privileges()
        .require(execution.transaction().names(), execution.transaction().catalog());
    throw failure.with(failure.fields());
  }
}
