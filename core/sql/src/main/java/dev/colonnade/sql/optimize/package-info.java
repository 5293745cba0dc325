/**
 * Optimizer of logical plans: rewrites the plan of a statement into an equivalent one that costs
 * less.
 *
 * <p>Start at {@link dev.colonnade.sql.optimize.LogicalOptimizer}, which applies the rules of
 * {@code sql.optimize.rule} and {@code sql.optimize.unnest} in a fixed order and then orders joins.
 * Depends on {@code sql.logical} and {@code sql.expression}.
 */
@NullMarked
package dev.colonnade.sql.optimize;

import org.jspecify.annotations.NullMarked;
