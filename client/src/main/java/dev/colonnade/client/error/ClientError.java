package dev.colonnade.client.error;

import dev.colonnade.protocol.ErrorCategory;

/** Error that the client detects itself. Numbers are never reassigned. */
public enum ClientError {
  /** No server was reachable; nothing was sent. */
  CONNECTION_FAILED(61_001, "08001", ErrorCategory.RETRY),
  /** The connection was lost; the request changes nothing, or was not sent. */
  CONNECTION_LOST(61_002, "08006", ErrorCategory.RETRY),
  /**
   * The connection was lost or the deadline passed after a change was sent: its outcome is unknown.
   */
  COMMIT_UNKNOWN(61_003, "08007", ErrorCategory.USER),
  /** The deadline passed. */
  DEADLINE_EXCEEDED(61_004, "57014", ErrorCategory.USER),
  /** The caller canceled the request. */
  CANCELED(61_005, "57014", ErrorCategory.USER),
  /** The client is closed. */
  CLIENT_CLOSED(61_006, "08003", ErrorCategory.USER),
  /** The send queue of the connection is full. */
  TOO_MANY_REQUESTS(61_007, "53400", ErrorCategory.RETRY),
  /** The server sent a response that does not match the request. */
  PROTOCOL_VIOLATION(61_008, "08P01", ErrorCategory.FATAL),
  /** The request exceeds the frame length that the server accepts; nothing was sent. */
  REQUEST_TOO_LARGE(61_009, "54000", ErrorCategory.USER),
  /**
   * The connection of a session was lost, together with its state at the server; the caller has to
   * open another session.
   */
  SESSION_ENDED(61_010, "08003", ErrorCategory.USER),
  /** The authentication of the client or of the server failed. */
  LOGIN_FAILED(61_011, "28P01", ErrorCategory.USER);

  private final int number;
  private final String sqlState;
  private final ErrorCategory category;

  ClientError(int number, String sqlState, ErrorCategory category) {
    this.number = number;
    this.sqlState = sqlState;
    this.category = category;
  }

  /** Returns the number of the error. */
  public int number() {
    return number;
  }

  /** Returns the SQLSTATE. */
  public String sqlState() {
    return sqlState;
  }

  /** Returns the category, which states whether a retry may help. */
  public ErrorCategory category() {
    return category;
  }
}
