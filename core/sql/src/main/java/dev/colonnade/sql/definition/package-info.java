/**
 * Statements that define, change and drop objects: {@link
 * dev.colonnade.sql.definition.DefinitionStatements} makes them of their syntax. Depends on {@code
 * sql.frontend}, {@code sql.analyze} and the catalog.
 */
@NullMarked
package dev.colonnade.sql.definition;

import org.jspecify.annotations.NullMarked;
