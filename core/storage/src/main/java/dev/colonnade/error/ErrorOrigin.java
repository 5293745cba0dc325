package dev.colonnade.error;

import org.jspecify.annotations.Nullable;

/**
 * Origin of an error inside a statement that executes nested statements.
 *
 * @param sqlState SQLSTATE that overrides that of the code, if a user set one
 * @param context call stack of the nested statements, innermost first, one line each
 * @param query text of the nested statement in which the error has a position
 * @param queryPosition position in {@code query}, in characters from 1; 0 if the error has none
 */
public record ErrorOrigin(
    @Nullable String sqlState,
    @Nullable String context,
    @Nullable String query,
    int queryPosition) {
  /** Origin of an error that did not occur in a nested statement. */
  public static final ErrorOrigin NONE = new ErrorOrigin(null, null, null, 0);

  public ErrorOrigin {
    if (queryPosition < 0) {
      throw new IllegalArgumentException("position below 0 queryPosition=" + queryPosition);
    }
  }

  /** Returns this origin with one more, outer line of context. */
  public ErrorOrigin within(String line) {
    return new ErrorOrigin(
        sqlState, context == null ? line : context + "\n" + line, query, queryPosition);
  }

  public ErrorOrigin withSqlState(@Nullable String other) {
    return new ErrorOrigin(other, context, query, queryPosition);
  }

  /**
   * Returns this origin with a position in the text of a nested statement, in characters from 1.
   */
  public ErrorOrigin in(String text, int position) {
    return new ErrorOrigin(sqlState, context, text, position);
  }
}
