/**
 * Subqueries in expressions: scalar subqueries, EXISTS, ANY and ALL, and ARRAY. The plan of an
 * uncorrelated subquery runs once in an execution; that of a correlated one runs for each row, and
 * results are reused for rows with equal outer values.
 *
 * <p>Start at {@link dev.colonnade.sql.expression.subquery.SubqueryExpression}. Depends on {@code
 * sql.expression}, its comparisons, and {@code sql.vector}.
 */
@NullMarked
package dev.colonnade.sql.expression.subquery;

import org.jspecify.annotations.NullMarked;
