/**
 * COPY: {@link dev.colonnade.sql.command.copy.CopyStatements} makes a statement of its syntax.
 *
 * <p>COPY TO is a query. COPY FROM is an insert of one row that runs for each row of a batch, so
 * that defaults and constraints are those of an insert. Depends on {@code sql.frontend}, {@code
 * sql.analyze.table} and {@code sql.copy}.
 */
@NullMarked
package dev.colonnade.sql.command.copy;

import org.jspecify.annotations.NullMarked;
