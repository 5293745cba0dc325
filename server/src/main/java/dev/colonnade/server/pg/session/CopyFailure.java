package dev.colonnade.server.pg.session;

import dev.colonnade.error.ColonnadeException;

/** What went wrong while rows were copied, and where among them. */
final class CopyFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ColonnadeException failure;
  private final String where;

  CopyFailure(ColonnadeException failure, String where) {
    super(failure.getMessage(), failure, false, false);
    this.failure = failure;
    this.where = where;
  }

  ColonnadeException failure() {
    return failure;
  }

  /** The line, for people. */
  String where() {
    return where;
  }
}
