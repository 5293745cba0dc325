/**
 * Values of types that Java lacks (JSON, arrays, enums, object references), comparison of values,
 * and conversion of values from and to Java values and text.
 *
 * <p>Start at {@link dev.colonnade.sql.function.value.ValueConverter}. Depends on {@code
 * sql.function}, {@code sql.function.scalar}, {@code sql.type}, {@code type} and {@code error}.
 */
@NullMarked
package dev.colonnade.sql.function.value;

import org.jspecify.annotations.NullMarked;
