/**
 * Subqueries in expressions.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.expression.subquery.Subqueries}. Depends on {@code
 * sql.analyze.expression.composite} and the packages below it, and on {@code sql.logical}.
 */
@NullMarked
package dev.colonnade.sql.analyze.expression.subquery;

import org.jspecify.annotations.NullMarked;
