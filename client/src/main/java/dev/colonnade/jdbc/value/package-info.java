/**
 * Conversions between the values that the protocol encodes and the Java types of JDBC's getters and
 * setters.
 *
 * <p>Start at {@link dev.colonnade.jdbc.value.ValueConversions}, which converts the values of a
 * result, and {@link dev.colonnade.jdbc.value.ParameterConversions}, which converts parameters.
 * Depends on {@code jdbc.error} and {@code protocol}.
 */
@NullMarked
package dev.colonnade.jdbc.value;

import org.jspecify.annotations.NullMarked;
