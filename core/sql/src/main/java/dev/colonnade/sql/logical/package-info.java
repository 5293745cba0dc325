/**
 * Typed logical plans: sealed, immutable records that the analyzer makes of a statement and that
 * the optimizer rewrites into other plans of the same records.
 *
 * <p>A column is a {@link dev.colonnade.sql.logical.Variable} that one node of the plan defines and
 * that the expressions above it read by its identity, so that a rule can move expressions without
 * renumbering columns. Scalars are the expressions of {@code sql.expression} over variables.
 *
 * <p>Start at {@link dev.colonnade.sql.logical.LogicalPlan}. Depends on {@code sql.expression}, the
 * catalog and the schema of tables.
 */
@NullMarked
package dev.colonnade.sql.logical;

import org.jspecify.annotations.NullMarked;
