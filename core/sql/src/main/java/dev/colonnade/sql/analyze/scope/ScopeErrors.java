package dev.colonnade.sql.analyze.scope;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;

/** Errors of names, with PostgreSQL's texts. */
public final class ScopeErrors {
  private ScopeErrors() {}

  /** Returns an error at an offset from 0; -1 for none. */
  public static ColonnadeException at(ErrorCode code, String message, int position) {
    return new ColonnadeException(code, message, ErrorFields.at(position + 1));
  }

  /** Returns an error with a hint at an offset from 0; -1 for none. */
  public static ColonnadeException withHint(
      ErrorCode code, String message, String hint, int position) {
    return new ColonnadeException(code, message, ErrorFields.at(position + 1).withHint(hint));
  }

  static ColonnadeException notLateral(String name, int position) {
    return new ColonnadeException(
        ErrorCode.INVALID_COLUMN_REFERENCE,
        "invalid reference to FROM-clause entry for table \"%s\"".formatted(name),
        ErrorFields.at(position + 1)
            .withDetail("The combining JOIN type must be INNER or LEFT for a LATERAL reference."));
  }
}
