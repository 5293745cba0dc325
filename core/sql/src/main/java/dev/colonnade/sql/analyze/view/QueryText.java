package dev.colonnade.sql.analyze.view;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.syntax.query.Query;

/**
 * Query in the text of a statement.
 *
 * @param whole text of which the query's positions are offsets
 * @param start offset of the query's first character
 * @param end offset behind its last character
 */
public record QueryText(Query query, String whole, int start, int end) {
  public QueryText {
    requireNonNull(query, "query is null");
    requireNonNull(whole, "whole is null");
  }
}
