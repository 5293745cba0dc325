package dev.colonnade.protocol;

/**
 * What can be wrong with bytes that a peer sent. The number travels in error responses and is never
 * given to another meaning; every SQLSTATE here is of class 08, a connection exception, or 54, a
 * limit.
 */
public enum ProtocolError {
  /** A field is cut off, out of its range or not allowed where it stands. */
  MALFORMED_FRAME(60_001, "08P01"),
  /** The length field is past the limit, or too short for a frame. */
  FRAME_LENGTH(60_002, "08P01"),
  /** The type number is not one that this peer takes. */
  UNKNOWN_MESSAGE(60_003, "08P01"),
  /** A list, string, key or nesting is past its limit. */
  LIMIT_EXCEEDED(60_004, "54000"),
  /** The versions of the peers do not overlap, or the peer does not speak this protocol at all. */
  VERSION(60_005, "08P01"),
  /** A legal message at a time when it is not: before the handshake, for an unknown stream. */
  UNEXPECTED_MESSAGE(60_006, "08P01");

  private final int number;
  private final String sqlState;

  ProtocolError(int number, String sqlState) {
    this.number = number;
    this.sqlState = sqlState;
  }

  public int number() {
    return number;
  }

  public String sqlState() {
    return sqlState;
  }
}
