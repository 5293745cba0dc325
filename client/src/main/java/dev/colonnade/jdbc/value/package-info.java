/**
 * Values between the forms in which they travel and those that JDBC's users ask for.
 *
 * <p>Start at {@link dev.colonnade.jdbc.value.Cells}, what a result holds, {@link
 * dev.colonnade.jdbc.value.Conversions}, what becomes of it, and {@link
 * dev.colonnade.jdbc.value.ParameterForm}, the way up. Depends on {@code jdbc.error}, {@code
 * client.page} and {@code protocol}.
 */
@NullMarked
package dev.colonnade.jdbc.value;

import org.jspecify.annotations.NullMarked;
