/**
 * Typed values: literals, casts and the texts of values, and the state that all parts of the
 * analysis of expressions share.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.expression.value.Conversions}. Depends on {@code
 * sql.analyze.bind}, {@code sql.analyze.type}, {@code sql.registry} and {@code sql.expression}.
 */
@NullMarked
package dev.colonnade.sql.analyze.expression.value;

import org.jspecify.annotations.NullMarked;
