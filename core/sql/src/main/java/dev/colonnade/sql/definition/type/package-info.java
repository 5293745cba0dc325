/**
 * Statements about types. Start at {@link dev.colonnade.sql.definition.type.TypeStatements}.
 * Depends on {@code sql.definition.name}, {@code sql.statement} and the catalog.
 */
@NullMarked
package dev.colonnade.sql.definition.type;

import org.jspecify.annotations.NullMarked;
