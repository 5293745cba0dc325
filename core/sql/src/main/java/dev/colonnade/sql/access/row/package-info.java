/**
 * Rows in the interface between SQL and the engine: changes, predicates, encoded rows. Start at
 * {@link dev.colonnade.sql.access.row.RowChange}. May depend on {@code catalog} and {@code type}.
 */
@NullMarked
package dev.colonnade.sql.access.row;

import org.jspecify.annotations.NullMarked;
