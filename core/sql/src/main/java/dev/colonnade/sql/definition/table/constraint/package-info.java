/**
 * Constraints of tables that are created or changed. Start at {@link
 * dev.colonnade.sql.definition.table.constraint.ConstraintClauses}. Depends on {@code
 * sql.definition.table.column}, {@code sql.definition.name}, {@code sql.analyze} and the catalog.
 */
@NullMarked
package dev.colonnade.sql.definition.table.constraint;

import org.jspecify.annotations.NullMarked;
