/**
 * Context of one execution of a statement: transaction, parameters, limits, memory and metrics.
 *
 * <p>Start at {@link dev.colonnade.sql.run.context.StatementContext}. Depends on {@code
 * sql.execute}, {@code sql.access}, {@code sql.function} and {@code sql.type}.
 */
@NullMarked
package dev.colonnade.sql.run.context;

import org.jspecify.annotations.NullMarked;
