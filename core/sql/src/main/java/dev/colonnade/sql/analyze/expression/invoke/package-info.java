/**
 * Expressions of resolved calls and operators, from their implementations.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.expression.invoke.Invocations}. Depends on {@code
 * sql.analyze.expression.value}, {@code sql.registry} and {@code sql.expression}.
 */
@NullMarked
package dev.colonnade.sql.analyze.expression.invoke;

import org.jspecify.annotations.NullMarked;
