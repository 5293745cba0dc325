/**
 * Translation of optimized Calcite plans to physical plans, and of their expressions.
 *
 * <p>Start at {@link dev.colonnade.sql.plan.physical.ExpressionTranslator}. Depends on Calcite, on
 * {@code sql.plan.lower}, {@code sql.physical} and {@code sql.expression}.
 */
@NullMarked
package dev.colonnade.sql.plan.physical;

import org.jspecify.annotations.NullMarked;
