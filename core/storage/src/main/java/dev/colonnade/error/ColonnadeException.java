package dev.colonnade.error;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Unchecked exception with an {@link ErrorCode}, the only exception that Colonnade throws
 * deliberately.
 *
 * <p>The message states what was expected and what was found, with values as {@code name=value};
 * where PostgreSQL has the same error, the message is PostgreSQL's.
 */
public final class ColonnadeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final transient ErrorFields fields;

  public ColonnadeException(ErrorCode code, String message) {
    this(code, message, ErrorFields.NONE);
  }

  public ColonnadeException(ErrorCode code, String message, Throwable cause) {
    this(code, message, ErrorFields.NONE, cause);
  }

  /** Creates an error at a character of the statement's text; {@code position} counts from 1. */
  public ColonnadeException(ErrorCode code, String message, int position, Throwable cause) {
    this(code, message, ErrorFields.at(position), cause);
  }

  /** Creates an error with additional fields. */
  public ColonnadeException(ErrorCode code, String message, ErrorFields fields) {
    super(requireNonNull(message, "message is null"), null, true, hasTrace(code));
    this.code = requireNonNull(code, "code is null");
    this.fields = requireNonNull(fields, "fields is null");
  }

  /** Creates an error with additional fields and a cause. */
  public ColonnadeException(ErrorCode code, String message, ErrorFields fields, Throwable cause) {
    super(requireNonNull(message, "message is null"), requireNonNull(cause, "cause is null"));
    this.code = requireNonNull(code, "code is null");
    this.fields = requireNonNull(fields, "fields is null");
  }

  /**
   * Returns whether errors of a code have a stack trace. Those of conflicts do not: under
   * contention they are frequent, the statement is repeated, and a trace takes longer than the
   * statement.
   */
  private static boolean hasTrace(ErrorCode code) {
    return code != ErrorCode.SERIALIZATION_FAILURE;
  }

  public ErrorCode code() {
    return code;
  }

  /** Returns the SQLSTATE that a user has set for this error, otherwise that of the code. */
  public String sqlState() {
    String override = fields().origin().sqlState();
    return override == null ? code.sqlState() : override;
  }

  /** Returns the additional fields of the error; {@link ErrorFields#NONE} if it has none. */
  @SuppressWarnings("ConstantValue") // null after an exception has been serialized
  public ErrorFields fields() {
    @Nullable ErrorFields known = fields;
    return known == null ? ErrorFields.NONE : known;
  }

  /**
   * Returns the position of the error in the statement's text, in characters from 1; 0 if it has
   * none.
   */
  public int position() {
    return fields().position();
  }

  /** Returns a copy of this error with other fields and with this error as its cause. */
  public ColonnadeException with(ErrorFields other) {
    return new ColonnadeException(code, String.valueOf(getMessage()), other, this);
  }
}
