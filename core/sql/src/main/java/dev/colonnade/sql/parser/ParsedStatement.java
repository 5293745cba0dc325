package dev.colonnade.sql.parser;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.syntax.Statement;

/**
 * Statement with its place in the text that it was read from.
 *
 * @param start offset of its first token
 * @param end offset behind its last token
 */
public record ParsedStatement(Statement statement, int start, int end) {
  public ParsedStatement {
    requireNonNull(statement, "statement is null");
  }
}
