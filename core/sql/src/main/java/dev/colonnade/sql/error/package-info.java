/**
 * Calcite's exceptions as Colonnade's: with PostgreSQL's SQLSTATE and the position in the text.
 *
 * <p>Start at {@link dev.colonnade.sql.error.SqlErrors}. Depends on {@code error}.
 */
@NullMarked
package dev.colonnade.sql.error;

import org.jspecify.annotations.NullMarked;
