package dev.colonnade.sql.analyze.change;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.Query;

/** Analyzer of the statements that change or lock rows. One statement, one thread. */
public final class ChangeAnalyzer {
  private final StatementAnalysis statement;

  /** Creates the analyzer of a statement. */
  public ChangeAnalyzer(StatementAnalysis statement) {
    this.statement = requireNonNull(statement, "statement is null");
  }

  /** Returns the plan of a change with the columns of RETURNING. */
  public AnalyzedQuery analyze(Change change) {
    throw new ColonnadeException(
        ErrorCode.UNSUPPORTED, "change is not supported: " + change.position() + statement.names());
  }

  /** Returns the plan of a query that locks rows. */
  public AnalyzedQuery lock(Query.Qualified query) {
    throw new ColonnadeException(
        ErrorCode.UNSUPPORTED, "row lock is not supported: " + query.position());
  }
}
