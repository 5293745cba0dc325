package dev.colonnade.protocol;

import static java.util.Objects.requireNonNull;

/**
 * The peer broke the protocol. Whoever catches it tells the peer, if that is still possible, and
 * closes the connection: what follows on it cannot be trusted.
 */
public final class ProtocolException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ProtocolError error;

  public ProtocolException(ProtocolError error, String message) {
    super(requireNonNull(message, "message is null"));
    this.error = requireNonNull(error, "error is null");
  }

  /** A field that is cut off, out of range or out of place. */
  public static ProtocolException malformed(String message) {
    return new ProtocolException(ProtocolError.MALFORMED_FRAME, message);
  }

  /** A count or length past its limit. */
  public static ProtocolException limit(String name, long value, long limit) {
    return new ProtocolException(
        ProtocolError.LIMIT_EXCEEDED, name + "=" + value + " is past the limit of " + limit);
  }

  public ProtocolError error() {
    return error;
  }
}
