/**
 * Comparison kernels: the six operators, IS DISTINCT FROM, rows, and membership in lists.
 *
 * <p>Start at {@link dev.colonnade.sql.expression.comparison.Comparison}. Depends on {@code
 * sql.expression}, {@code sql.vector} and its keys.
 */
@NullMarked
package dev.colonnade.sql.expression.comparison;

import org.jspecify.annotations.NullMarked;
