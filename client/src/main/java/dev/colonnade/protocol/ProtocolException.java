package dev.colonnade.protocol;

import static java.util.Objects.requireNonNull;

/**
 * Violation of the protocol by the peer. The handler reports it to the peer, if that is still
 * possible, and closes the connection, because its further bytes cannot be trusted.
 */
public final class ProtocolException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ProtocolError error;

  public ProtocolException(ProtocolError error, String message) {
    super(requireNonNull(message, "message is null"));
    this.error = requireNonNull(error, "error is null");
  }

  /** Returns the exception for a field that is truncated, out of range or out of place. */
  public static ProtocolException malformed(String message) {
    return new ProtocolException(ProtocolError.MALFORMED_FRAME, message);
  }

  /** Returns the exception for a count or length that exceeds its limit. */
  public static ProtocolException limit(String name, long value, long limit) {
    return new ProtocolException(
        ProtocolError.LIMIT_EXCEEDED, name + "=" + value + " exceeds the limit of " + limit);
  }

  public ProtocolError error() {
    return error;
  }
}
