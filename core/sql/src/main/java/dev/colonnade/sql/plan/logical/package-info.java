/**
 * Logical rewrites of every plan, independent of its execution: subqueries become joins,
 * correlations are removed, filters are pushed down, joins are ordered, unused columns are removed.
 *
 * <p>Start at {@link dev.colonnade.sql.plan.logical.LogicalProgram}, which has the steps in their
 * order. Depends on {@code sql.plan.join} and {@code sql.function}.
 */
@NullMarked
package dev.colonnade.sql.plan.logical;

import org.jspecify.annotations.NullMarked;
