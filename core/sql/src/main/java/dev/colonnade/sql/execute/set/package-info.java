/**
 * Operators that combine inputs of the same columns: UNION ALL, set operations, recursion, and the
 * rows of common table expressions.
 *
 * <p>Start at {@link dev.colonnade.sql.execute.set.SetOperationOperator}. Depends on {@code
 * sql.execute}, {@code sql.physical} and {@code sql.vector}.
 */
@NullMarked
package dev.colonnade.sql.execute.set;

import org.jspecify.annotations.NullMarked;
