/**
 * Access to rows outside of SQL statements, in the transaction block of a session.
 *
 * <p>Start at {@link dev.colonnade.sql.session.row.RowAccess}. Depends on {@code sql.session},
 * {@code sql.session.conflict}, {@code sql.access}, {@code sql.result} and {@code sql.setting}.
 */
@NullMarked
package dev.colonnade.sql.session.row;

import org.jspecify.annotations.NullMarked;
