/**
 * Rows that statements change: the changed table or view with its columns, new values, and the
 * expressions of RETURNING.
 *
 * <p>Start at {@link dev.colonnade.sql.analyze.change.row.ChangedRelation}. Depends on {@code
 * sql.analyze.table}, {@code sql.analyze.expression} and {@code sql.analyze.scope}.
 */
@NullMarked
package dev.colonnade.sql.analyze.change.row;

import org.jspecify.annotations.NullMarked;
