/**
 * Expressions of a plan as calls of our own functions, which can run: casts, JSON, draws from
 * sequences and parameters, and what can be worked out at once.
 *
 * <p>Start at {@link dev.colonnade.sql.plan.lower.PlanLowering}. Depends on {@code sql.function},
 * {@code sql.window} and {@code sql.type}.
 */
@NullMarked
package dev.colonnade.sql.plan.lower;

import org.jspecify.annotations.NullMarked;
