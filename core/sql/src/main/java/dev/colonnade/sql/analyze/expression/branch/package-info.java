/**
 * CASE, COALESCE, NULLIF, GREATEST and LEAST.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.expression.branch.Branches}. Depends on {@code
 * sql.analyze.expression.operator} and the packages below it.
 */
@NullMarked
package dev.colonnade.sql.analyze.expression.branch;

import org.jspecify.annotations.NullMarked;
