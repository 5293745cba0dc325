/**
 * Kernels of numbers: arithmetic on whole numbers, decimals and doubles, and conversions.
 *
 * <p>Start at {@link dev.colonnade.sql.expression.arithmetic.LongArithmetic}. Depends on {@code
 * sql.expression}, {@code sql.vector} and {@code sql.function.scalar}.
 */
@NullMarked
package dev.colonnade.sql.expression.arithmetic;

import org.jspecify.annotations.NullMarked;
