package dev.colonnade.error;

import org.jspecify.annotations.Nullable;

/**
 * Where an error of a statement that runs other ones came from.
 *
 * @param sqlState the five characters that stand in for those of the code, where a user chose them
 * @param context what was being done, innermost first, a line for each
 * @param query the inner text in which the error has a position
 * @param queryPosition the character of that text, counted from 1; 0 if none is
 */
public record ErrorOrigin(
    @Nullable String sqlState,
    @Nullable String context,
    @Nullable String query,
    int queryPosition) {
  /** Nothing is known, or there is nothing inside. */
  public static final ErrorOrigin NONE = new ErrorOrigin(null, null, null, 0);

  public ErrorOrigin {
    if (queryPosition < 0) {
      throw new IllegalArgumentException("position below 0 queryPosition=" + queryPosition);
    }
  }

  /** With a line around those that are known. */
  public ErrorOrigin within(String line) {
    return new ErrorOrigin(
        sqlState, context == null ? line : context + "\n" + line, query, queryPosition);
  }

  public ErrorOrigin withSqlState(@Nullable String other) {
    return new ErrorOrigin(other, context, query, queryPosition);
  }

  /** In an inner text, at a position counted from 1. */
  public ErrorOrigin in(String text, int position) {
    return new ErrorOrigin(sqlState, context, text, position);
  }
}
