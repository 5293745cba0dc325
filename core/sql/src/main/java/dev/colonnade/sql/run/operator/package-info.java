/**
 * Operators of a running statement: a tree of the operators of {@code sql.execute} for each
 * execution of a plan, of a part of it, or of a subquery.
 *
 * <p>Start at {@link dev.colonnade.sql.run.operator.OperatorFactory}. Depends on {@code
 * sql.run.context}, {@code sql.physical}, {@code sql.execute} and {@code sql.access}.
 */
@NullMarked
package dev.colonnade.sql.run.operator;

import org.jspecify.annotations.NullMarked;
