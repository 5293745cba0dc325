/**
 * Runs plans: Calcite's enumerable operators over our scans.
 *
 * <p>A convention turns a {@link dev.colonnade.sql.plan.PlannedQuery} into a {@link
 * dev.colonnade.sql.run.RunnableQuery}. The one here generates code for rows; one that works on
 * vectors stands beside it one day, behind the same interface. Start at {@link
 * dev.colonnade.sql.run.EnumerableCompiler}. Depends on {@code sql.plan}, {@code sql.schema},
 * {@code sql.access}, {@code sql.function}, {@code sql.type} and {@code sql.error}.
 */
@NullMarked
package dev.colonnade.sql.run;

import org.jspecify.annotations.NullMarked;
