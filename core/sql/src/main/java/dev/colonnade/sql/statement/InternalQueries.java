package dev.colonnade.sql.statement;

/** Runner of queries that a statement makes itself. */
@FunctionalInterface
public interface InternalQueries {
  /** Returns the result of a query in the transaction of an execution. */
  StatementResult run(String sql, Execution execution);
}
