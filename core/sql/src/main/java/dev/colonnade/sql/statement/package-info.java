/**
 * Statements that are ready to run, their executions and their results.
 *
 * <p>Every kind of statement is a {@link dev.colonnade.sql.statement.PreparedStatement}; it runs in
 * an {@link dev.colonnade.sql.statement.Execution} and ends in a {@link
 * dev.colonnade.sql.statement.StatementResult}.
 */
@NullMarked
package dev.colonnade.sql.statement;

import org.jspecify.annotations.NullMarked;
