/**
 * Syntax of statements that define, change and drop objects: {@link
 * dev.colonnade.sql.syntax.definition.Definition}. Depends on {@code sql.syntax} and {@code
 * sql.syntax.query}.
 */
@NullMarked
package dev.colonnade.sql.syntax.definition;

import org.jspecify.annotations.NullMarked;
