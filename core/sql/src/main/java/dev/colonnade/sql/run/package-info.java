/**
 * Execution of physical plans: {@link dev.colonnade.sql.run.RunnableQuery} builds a tree of the
 * operators of {@code sql.execute} for each execution and returns its rows.
 *
 * <p>Start at {@link dev.colonnade.sql.run.RunnableQuery}. Depends on {@code sql.run.context},
 * {@code sql.run.operator}, {@code sql.physical}, {@code sql.execute}, {@code sql.expression},
 * {@code sql.plan}, {@code sql.function}, {@code sql.type} and {@code sql.vector}.
 */
@NullMarked
package dev.colonnade.sql.run;

import org.jspecify.annotations.NullMarked;
