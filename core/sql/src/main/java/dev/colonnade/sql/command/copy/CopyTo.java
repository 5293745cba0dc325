package dev.colonnade.sql.command.copy;

import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.statement.StatementResult;
import java.util.List;

/** COPY TO: the rows of a query. */
record CopyTo(PreparedStatement source, CopyDescription description) implements PreparedStatement {
  @Override
  public List<SqlColumn> columns() {
    return source.columns();
  }

  @Override
  public Effect effect() {
    return source.effect();
  }

  @Override
  public CopyDescription copy() {
    return description;
  }

  @Override
  public StatementResult run(Execution execution) {
    return source.run(execution);
  }
}
