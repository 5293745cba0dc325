/**
 * Operators, comparisons of rows, and predicates with a syntax of their own.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.expression.operator.Operators}. Depends on {@code
 * sql.analyze.expression.value} and {@code sql.analyze.expression.invoke}.
 */
@NullMarked
package dev.colonnade.sql.analyze.expression.operator;

import org.jspecify.annotations.NullMarked;
