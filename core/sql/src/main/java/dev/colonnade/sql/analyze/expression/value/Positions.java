package dev.colonnade.sql.analyze.expression.value;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import java.util.function.Supplier;

/** Positions of errors in the text of a statement. */
public final class Positions {
  private Positions() {}

  /** Returns the result of some work, whose errors get a position unless they have one. */
  public static <T> T at(int position, Supplier<T> work) {
    try {
      return work.get();
    } catch (ColonnadeException e) {
      throw placed(e, position);
    }
  }

  private static ColonnadeException placed(ColonnadeException e, int position) {
    return position < 0 || e.fields().position() > 0
        ? e
        : e.with(e.fields().withPosition(position + 1));
  }

  /** Returns an error at a position, an offset from 0. */
  public static ColonnadeException error(ErrorCode code, String message, int position) {
    return new ColonnadeException(code, message, ErrorFields.at(position + 1));
  }

  /** Variant of {@link #error} with a hint. */
  public static ColonnadeException error(
      ErrorCode code, String message, String hint, int position) {
    return new ColonnadeException(code, message, ErrorFields.at(position + 1).withHint(hint));
  }

  /** Returns the error of a construct that the database does not support. */
  public static ColonnadeException unsupported(String what, int position) {
    return error(ErrorCode.UNSUPPORTED, what + " is not supported", position);
  }
}
