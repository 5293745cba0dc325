/**
 * Operators that filter, compute, order or limit the rows of one input, or read lists as rows.
 *
 * <p>Start at {@link dev.colonnade.sql.execute.row.FilterOperator}. Depends on {@code sql.execute}
 * with {@code spill}, {@code sql.expression} and {@code sql.vector}.
 */
@NullMarked
package dev.colonnade.sql.execute.row;

import org.jspecify.annotations.NullMarked;
