package dev.colonnade.sql.analyze.table;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.StatementAnalysis;

/** Expressions in the definition of a table, analyzed in a statement. One thread. */
public final class TableExpressions {
  private final StatementAnalysis statement;

  /** Creates the expressions for a statement. */
  public TableExpressions(StatementAnalysis statement) {
    this.statement = requireNonNull(statement, "statement is null");
  }

  /** Returns the statement that the expressions become part of. */
  public StatementAnalysis statement() {
    return statement;
  }
}
