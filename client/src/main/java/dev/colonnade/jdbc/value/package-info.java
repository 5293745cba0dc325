/**
 * Values between the forms in which they travel and those that JDBC's users ask for.
 *
 * <p>Start at {@link dev.colonnade.jdbc.value.Conversions}, what becomes of the values of a result,
 * and {@link dev.colonnade.jdbc.value.ParameterForm}, the way up. Depends on {@code jdbc.error} and
 * {@code protocol}.
 */
@NullMarked
package dev.colonnade.jdbc.value;

import org.jspecify.annotations.NullMarked;
