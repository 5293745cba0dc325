package dev.colonnade.error;

import static java.util.Objects.requireNonNull;

/**
 * The only exception that Colonnade throws on purpose.
 *
 * <p>The message says what was expected and what came, with values as {@code name=value}.
 */
public final class ColonnadeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final int position;

  public ColonnadeException(ErrorCode code, String message) {
    super(requireNonNull(message, "message is null"));
    this.code = requireNonNull(code, "code is null");
    this.position = 0;
  }

  public ColonnadeException(ErrorCode code, String message, Throwable cause) {
    this(code, message, 0, cause);
  }

  /** About the character of a statement's text at {@code position}, counted from 1. */
  public ColonnadeException(ErrorCode code, String message, int position, Throwable cause) {
    super(requireNonNull(message, "message is null"), requireNonNull(cause, "cause is null"));
    this.code = requireNonNull(code, "code is null");
    this.position = position;
  }

  public ErrorCode code() {
    return code;
  }

  /** The character of the statement's text that this is about, counted from 1; 0 if none is. */
  public int position() {
    return position;
  }
}
