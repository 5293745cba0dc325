/**
 * Statements of data that are ready to run: {@link
 * dev.colonnade.sql.frontend.statement.DataStatements} makes them of plans. Depends on {@code
 * sql.frontend.plan}, {@code sql.statement} and {@code sql.run}.
 */
@NullMarked
package dev.colonnade.sql.frontend.statement;

import org.jspecify.annotations.NullMarked;
