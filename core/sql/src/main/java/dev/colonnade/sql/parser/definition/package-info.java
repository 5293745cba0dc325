/**
 * Parser of statements that define, change and drop objects: {@link
 * dev.colonnade.sql.parser.definition.DefinitionParser}. Depends on {@code sql.parser.query},
 * {@code sql.syntax.definition} and what they use.
 */
@NullMarked
package dev.colonnade.sql.parser.definition;

import org.jspecify.annotations.NullMarked;
