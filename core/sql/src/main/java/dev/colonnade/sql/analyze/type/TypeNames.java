package dev.colonnade.sql.analyze.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.TypeName;

/** Resolution of the names of types in a statement. */
public final class TypeNames {
  private final StatementAnalysis statement;

  public TypeNames(StatementAnalysis statement) {
    this.statement = requireNonNull(statement, "statement is null");
  }

  /** Returns the type of a name; UNKNOWN_OBJECT with PostgreSQL's text if there is none. */
  public TypeReference resolve(TypeName name) {
    throw new ColonnadeException(
        ErrorCode.UNSUPPORTED, "type " + name + " is not supported" + statement);
  }
}
