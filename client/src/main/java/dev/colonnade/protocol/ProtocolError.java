package dev.colonnade.protocol;

/**
 * Error in the bytes that a peer sent. The number is part of error responses and is never
 * reassigned; every SQLSTATE here is of class 08 (connection exception) or 54 (program limit
 * exceeded).
 */
public enum ProtocolError {
  /** A field is truncated, out of its range or not allowed in its position. */
  MALFORMED_FRAME(60_001, "08P01"),
  /** The length field exceeds the limit, or is too short for a frame. */
  FRAME_LENGTH(60_002, "08P01"),
  /** The peer does not accept the message type number. */
  UNKNOWN_MESSAGE(60_003, "08P01"),
  /** A list, string, key or nesting depth exceeds its limit. */
  LIMIT_EXCEEDED(60_004, "54000"),
  /** The version ranges of the peers do not overlap, or the peer uses a different protocol. */
  VERSION(60_005, "08P01"),
  /** A valid message arrived in the wrong state: before the handshake, or for an unknown stream. */
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
