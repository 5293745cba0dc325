package dev.colonnade.server.pg.wire;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/**
 * Protocol violation by bytes that do not form a message. The connection is closed, since the start
 * of the next message is unknown.
 */
public final class PgProtocolException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  public PgProtocolException(ErrorCode code, String message) {
    super(message, null, false, false);
    this.code = code;
  }

  static PgProtocolException violation(String message) {
    return new PgProtocolException(ErrorCode.PROTOCOL_VIOLATION, message);
  }

  public ErrorCode code() {
    return code;
  }

  /** Returns the exception that is reported to the client. */
  public ColonnadeException toColonnade() {
    return new ColonnadeException(code, String.valueOf(getMessage()));
  }
}
