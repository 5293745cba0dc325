/**
 * Execution of plans: compilation of a {@link dev.colonnade.sql.plan.PlannedQuery} into a {@link
 * dev.colonnade.sql.run.RunnableQuery}.
 *
 * <p>Plan nodes with an operator on vectors run there ({@code sql.vector.plan}); Calcite's
 * enumerable convention generates code for the others. Both charge the rows that they buffer to the
 * memory of the query. Start at {@link dev.colonnade.sql.run.EnumerableCompiler}. Depends on {@code
 * sql.plan}, {@code sql.schema}, {@code sql.access}, {@code sql.function}, {@code sql.profile},
 * {@code sql.system}, {@code sql.type}, {@code sql.vector}, {@code sql.window}, {@code sql.error}
 * and storage.
 */
@NullMarked
package dev.colonnade.sql.run;

import org.jspecify.annotations.NullMarked;
