/**
 * Scalar kernels: checked arithmetic, casts, text functions, and functions on dates, times, time
 * zones and intervals, as static methods on the internal representation of values (see {@link
 * dev.colonnade.sql.type.TypeKind}).
 *
 * <p>Start at {@link dev.colonnade.sql.function.scalar.Casts}. The methods are independent of
 * plans: the evaluator and the function library call them. Depends on {@code type} and {@code
 * error}.
 */
@NullMarked
package dev.colonnade.sql.function.scalar;

import org.jspecify.annotations.NullMarked;
