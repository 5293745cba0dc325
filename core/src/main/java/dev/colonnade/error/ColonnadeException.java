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

  public ColonnadeException(ErrorCode code, String message) {
    super(requireNonNull(message, "message is null"));
    this.code = requireNonNull(code, "code is null");
  }

  public ColonnadeException(ErrorCode code, String message, Throwable cause) {
    super(requireNonNull(message, "message is null"), requireNonNull(cause, "cause is null"));
    this.code = requireNonNull(code, "code is null");
  }

  public ErrorCode code() {
    return code;
  }
}
