package dev.colonnade.sql.error;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/** Errors of statements as clients see them. */
public final class StatementErrors {
  private StatementErrors() {}

  /** Returns the error of an exception that was thrown while a statement was planned or run. */
  public static ColonnadeException of(Throwable thrown) {
    Throwable last = thrown;
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof ColonnadeException known) {
        return known;
      }
      if (cause instanceof StackOverflowError) {
        return new ColonnadeException(
            ErrorCode.STATEMENT_TOO_COMPLEX, "stack depth limit exceeded", thrown);
      }
      last = cause;
    }
    String message = last.getMessage() == null ? last.toString() : last.getMessage();
    return new ColonnadeException(ErrorCode.INTERNAL, message, thrown);
  }

  /** Returns the error with its position moved by the offset of the statement in the whole text. */
  public static ColonnadeException shifted(ColonnadeException e, int offset) {
    return e.position() == 0 || offset == 0
        ? e
        : e.with(e.fields().withPosition(e.position() + offset));
  }

  /**
   * Returns the error with PostgreSQL's message if the statement was ended from outside (canceled,
   * timed out); otherwise the error itself.
   */
  public static ColonnadeException ended(ColonnadeException e) {
    return switch (e.code()) {
      case CANCELED -> ended(e, "canceling statement due to user request");
      case DEADLINE_EXCEEDED -> ended(e, "canceling statement due to statement timeout");
      default -> e;
    };
  }

  private static ColonnadeException ended(ColonnadeException e, String message) {
    return message.equals(e.getMessage()) ? e : new ColonnadeException(e.code(), message, e);
  }
}
