package dev.colonnade.sql.statement;

import dev.colonnade.sql.parse.SqlAnalyzeTables;

/** ANALYZE and VACUUM. */
final class AnalyzeStatement {
  private AnalyzeStatement() {}

  static PreparedStatement prepare(SqlAnalyzeTables node) {
    return execution -> Outcome.changed(node.isVacuum() ? "VACUUM" : "ANALYZE", 0);
  }
}
