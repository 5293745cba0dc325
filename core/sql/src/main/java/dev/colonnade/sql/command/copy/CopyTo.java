package dev.colonnade.sql.command.copy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.statement.StatementResult;
import java.util.List;

/**
 * COPY TO: the rows of a query. If they are written to a file, its path is the one parameter, from
 * which the statement knows that the caller writes it.
 */
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
  public void requirePrivileges(StatementTransaction transaction) {
    source.requirePrivileges(transaction);
    if (description.file() != null) {
      ServerFiles.require(transaction.names(), false);
    }
  }

  @Override
  public StatementResult run(Execution execution) {
    String file = description.file();
    if (file == null) {
      return source.run(execution);
    }
    ServerFiles.require(execution.transaction().names(), false);
    if (!execution.parameters().equals(List.of(file))) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "COPY to a file needs a client of PostgreSQL's protocol");
    }
    return source.run(execution.with(List.of()));
  }
}
