/**
 * Calls of functions, aggregates, window functions and set-returning functions.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.expression.call.FunctionCalls}. Depends on {@code
 * sql.analyze.expression.composite} and the packages below it.
 */
@NullMarked
package dev.colonnade.sql.analyze.expression.call;

import org.jspecify.annotations.NullMarked;
