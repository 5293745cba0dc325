/**
 * InputEstimates of row counts and distinct counts of logical plans, and the cost model of
 * operators and access paths.
 *
 * <p>Start at {@link dev.colonnade.sql.optimize.cost.CardinalityEstimator} and {@link
 * dev.colonnade.sql.optimize.cost.CostModel}. Depends on {@code sql.logical}, {@code
 * sql.expression}, {@code sql.optimize.context}, the catalog and {@code statistics}.
 */
@NullMarked
package dev.colonnade.sql.optimize.cost;

import org.jspecify.annotations.NullMarked;
