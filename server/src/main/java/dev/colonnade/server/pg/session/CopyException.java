package dev.colonnade.server.pg.session;

import dev.colonnade.error.ColonnadeException;
import org.jspecify.annotations.Nullable;

/** Failure of a COPY FROM with the position of the row. */
final class CopyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ColonnadeException failure;
  private final @Nullable String where;

  CopyException(ColonnadeException failure, @Nullable String where) {
    super(failure.getMessage(), failure, false, false);
    this.failure = failure;
    this.where = where;
  }

  ColonnadeException failure() {
    return failure;
  }

  /** Returns the position as text, for the "where" field of the error; null if there is none. */
  @Nullable String where() {
    return where;
  }
}
