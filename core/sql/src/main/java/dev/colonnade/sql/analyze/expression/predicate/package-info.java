/**
 * Predicates with a syntax of their own: AND, OR, BETWEEN, IN, LIKE, IS and OVERLAPS.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.expression.predicate.Predicates}. Depends on {@code
 * sql.analyze.expression.operator} and the packages below it.
 */
@NullMarked
package dev.colonnade.sql.analyze.expression.predicate;

import org.jspecify.annotations.NullMarked;
