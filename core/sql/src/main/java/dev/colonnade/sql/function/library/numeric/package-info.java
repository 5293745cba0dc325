/**
 * Mathematical, bitwise and trigonometric functions, and the number formats of {@code to_char}.
 *
 * <p>Start at {@link dev.colonnade.sql.function.library.numeric.MathFunctions}. Depends on {@code
 * sql.function}, {@code sql.function.scalar} and {@code error}.
 */
@NullMarked
package dev.colonnade.sql.function.library.numeric;

import org.jspecify.annotations.NullMarked;
