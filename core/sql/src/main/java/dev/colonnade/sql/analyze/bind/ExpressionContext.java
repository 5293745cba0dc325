package dev.colonnade.sql.analyze.bind;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Context of the analysis of an expression.
 *
 * @param statement state of the statement
 * @param names resolution of its columns
 * @param subqueries analysis of its subqueries
 * @param level query that collects its aggregates; null outside of queries, as in DEFAULT
 * @param clause that it belongs to
 */
public record ExpressionContext(
    StatementAnalysis statement,
    NameResolver names,
    SubqueryAnalyzer subqueries,
    @Nullable QueryLevel level,
    ClauseKind clause) {
  public ExpressionContext(
      StatementAnalysis statement,
      NameResolver names,
      SubqueryAnalyzer subqueries,
      @Nullable QueryLevel level,
      ClauseKind clause) {
    this.statement = requireNonNull(statement, "statement is null");
    this.names = requireNonNull(names, "names is null");
    this.subqueries = requireNonNull(subqueries, "subqueries is null");
    this.level = level;
    this.clause = requireNonNull(clause, "clause is null");
  }

  /** Returns the same context in another clause. */
  public ExpressionContext in(ClauseKind other) {
    return new ExpressionContext(statement, names, subqueries, level, other);
  }
}
