/**
 * Command {@code colonnade bench costs}: the constants of the planner's cost model, measured beside
 * those in use.
 *
 * <p>Start reading at {@link dev.colonnade.bench.cost.CostBench}. May depend on JDBC, on {@code
 * bench.harness}, {@code bench.report}, {@code bench.jdbc} and the cost model of {@code sql}.
 */
@NullMarked
package dev.colonnade.bench.cost;

import org.jspecify.annotations.NullMarked;
