/**
 * Arrays in their text form, and arrays of arrays.
 *
 * <p>Start at {@link dev.colonnade.sql.function.array.ArrayText}. Depends on {@code
 * sql.function.interrupt} and {@code type.value}.
 */
@NullMarked
package dev.colonnade.sql.function.array;

import org.jspecify.annotations.NullMarked;
