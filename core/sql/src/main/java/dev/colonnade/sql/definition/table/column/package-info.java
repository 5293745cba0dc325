/**
 * Columns of tables that are created or changed: their types, defaults and sequences. Start at
 * {@link dev.colonnade.sql.definition.table.column.NewColumns}. Depends on {@code
 * sql.definition.sequence}, {@code sql.definition.name}, {@code sql.analyze} and the catalog.
 */
@NullMarked
package dev.colonnade.sql.definition.table.column;

import org.jspecify.annotations.NullMarked;
