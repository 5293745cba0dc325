/**
 * Assembly of result vectors: null flags, rows that are still open, results of branches.
 *
 * <p>Start at {@link dev.colonnade.sql.expression.result.OpenRows}. Depends on {@code sql.vector}.
 */
@NullMarked
package dev.colonnade.sql.expression.result;

import org.jspecify.annotations.NullMarked;
