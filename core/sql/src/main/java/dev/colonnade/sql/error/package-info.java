/**
 * Translation of Calcite's exceptions to Colonnade's: with PostgreSQL's SQLSTATE, message and
 * position in the text.
 *
 * <p>Start at {@link dev.colonnade.sql.error.SqlErrors}. Depends on {@code error}.
 */
@NullMarked
package dev.colonnade.sql.error;

import org.jspecify.annotations.NullMarked;
