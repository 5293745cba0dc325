/**
 * Each kind of statement: how it is made ready, and what it does.
 *
 * <p>{@link dev.colonnade.sql.statement.StatementPreparer} chooses; every other class is one kind
 * of {@link dev.colonnade.sql.statement.PreparedStatement}. Statements that change rows are queries
 * for the rows, and then a write. Depends on {@code sql.parse}, {@code sql.plan}, {@code sql.run}
 * and what those depend on.
 */
@NullMarked
package dev.colonnade.sql.statement;

import org.jspecify.annotations.NullMarked;
