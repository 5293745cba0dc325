package dev.colonnade.server.pg.wire;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/** Bytes that are no message: the connection cannot go on, since nobody knows where the next is. */
public final class WireException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  public WireException(ErrorCode code, String message) {
    super(message, null, false, false);
    this.code = code;
  }

  static WireException violation(String message) {
    return new WireException(ErrorCode.PROTOCOL_VIOLATION, message);
  }

  public ErrorCode code() {
    return code;
  }

  /** The same as clients are told of it. */
  public ColonnadeException toColonnade() {
    return new ColonnadeException(code, String.valueOf(getMessage()));
  }
}
