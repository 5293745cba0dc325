package dev.colonnade.sql.syntax.definition;

/**
 * Statement of PostgreSQL that is not supported; only its extent was read.
 *
 * @param name keywords that name the statement, such as {@code CREATE FUNCTION}
 * @param text the statement as it is written
 */
public record UnsupportedDefinition(String name, String text, int position) implements Definition {}
