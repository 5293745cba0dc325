package dev.colonnade.sql.definition;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.frontend.text.StatementText;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.PreparedStatement;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.type.SqlType;
import java.util.List;

/**
 * Definition whose errors have positions in the whole text that it is part of.
 *
 * @param statement whose errors have positions of the syntax tree
 */
record LocatedStatement(StatementText text, PreparedStatement statement)
    implements PreparedStatement {
  LocatedStatement {
    requireNonNull(text, "text is null");
    requireNonNull(statement, "statement is null");
  }

  @Override
  public List<SqlType> parameterTypes() {
    return statement.parameterTypes();
  }

  @Override
  public Effect effect() {
    return statement.effect();
  }

  @Override
  public StatementResult run(Execution execution) {
    try {
      StatementResult result = statement.run(execution);
      DefinitionAudit.ran(text, execution.transaction().session());
      return result;
    } catch (ColonnadeException e) {
      throw text.error(e);
    }
  }
}
