package dev.colonnade.error;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * The only exception that Colonnade throws on purpose.
 *
 * <p>The message says what was expected and what came, with values as {@code name=value}; where
 * PostgreSQL has the same error, it is PostgreSQL's.
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

  /** About the character of a statement's text at {@code position}, counted from 1. */
  public ColonnadeException(ErrorCode code, String message, int position, Throwable cause) {
    this(code, message, ErrorFields.at(position), cause);
  }

  /** With what is known beside the message. */
  public ColonnadeException(ErrorCode code, String message, ErrorFields fields) {
    super(requireNonNull(message, "message is null"));
    this.code = requireNonNull(code, "code is null");
    this.fields = requireNonNull(fields, "fields is null");
  }

  /** With what is known beside the message. */
  public ColonnadeException(ErrorCode code, String message, ErrorFields fields, Throwable cause) {
    super(requireNonNull(message, "message is null"), requireNonNull(cause, "cause is null"));
    this.code = requireNonNull(code, "code is null");
    this.fields = requireNonNull(fields, "fields is null");
  }

  public ErrorCode code() {
    return code;
  }

  /** The code's SQLSTATE, or the one that a user has chosen in its place. */
  public String sqlState() {
    String chosen = fields().origin().sqlState();
    return chosen == null ? code.sqlState() : chosen;
  }

  /** What is known beside the message. */
  @SuppressWarnings("ConstantValue") // null after an exception has been serialized
  public ErrorFields fields() {
    @Nullable ErrorFields known = fields;
    return known == null ? ErrorFields.NONE : known;
  }

  /** The character of the statement's text that this is about, counted from 1; 0 if none is. */
  public int position() {
    return fields().position();
  }

  /** The same error with other fields, this one as its cause. */
  public ColonnadeException with(ErrorFields other) {
    return new ColonnadeException(code, String.valueOf(getMessage()), other, this);
  }
}
