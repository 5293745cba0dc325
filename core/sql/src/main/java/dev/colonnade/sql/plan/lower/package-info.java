/**
 * Lowering of the expressions of a plan to calls of our own functions: casts, JSON, sequence
 * functions and parameters, and constant folding.
 *
 * <p>Start at {@link dev.colonnade.sql.plan.lower.PlanLowering}. Depends on {@code sql.function},
 * {@code sql.window} and {@code sql.type}.
 */
@NullMarked
package dev.colonnade.sql.plan.lower;

import org.jspecify.annotations.NullMarked;
