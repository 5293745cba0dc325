/**
 * What is done to every plan, whatever will run it: subqueries become joins, correlations are
 * undone, filters go down, joins are ordered, columns that nobody reads are left out.
 *
 * <p>Start at {@link dev.colonnade.sql.plan.logical.LogicalProgram}, which has the steps in their
 * order. Depends on {@code sql.plan.join} and {@code sql.function}.
 */
@NullMarked
package dev.colonnade.sql.plan.logical;

import org.jspecify.annotations.NullMarked;
