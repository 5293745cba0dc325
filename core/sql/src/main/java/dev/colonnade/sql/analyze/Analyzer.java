package dev.colonnade.sql.analyze;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.AnalyzedStatement;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.syntax.query.DataStatement;

/** Analysis of statements of data. */
public final class Analyzer {
  private Analyzer() {}

  /**
   * Returns the analyzed statement.
   *
   * @throws ColonnadeException with PostgreSQL's SQLSTATE, text and position if it has no meaning
   */
  public static AnalyzedStatement analyze(DataStatement node, StatementAnalysis statement) {
    throw new ColonnadeException(ErrorCode.UNSUPPORTED, "statement " + node + statement);
  }
}
