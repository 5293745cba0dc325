package dev.colonnade.server.pg.session;

import dev.colonnade.error.ColonnadeException;

/** Failure of a COPY FROM with the position of the row. */
final class CopyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ColonnadeException failure;
  private final String where;

  CopyException(ColonnadeException failure, String where) {
    super(failure.getMessage(), failure, false, false);
    this.failure = failure;
    this.where = where;
  }

  ColonnadeException failure() {
    return failure;
  }

  /** Returns the position as text, for the "where" field of the error. */
  String where() {
    return where;
  }
}
