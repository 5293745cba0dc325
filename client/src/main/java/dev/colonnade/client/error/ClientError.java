package dev.colonnade.client.error;

import dev.colonnade.protocol.ErrorCategory;

/** What a client finds wrong by itself. Numbers are never given to another meaning. */
public enum ClientError {
  /** No server could be reached; nothing was sent. */
  CONNECTION_FAILED(61_001, "08001", ErrorCategory.RETRY),
  /** The connection was lost; the request changes nothing, or never left. */
  CONNECTION_LOST(61_002, "08006", ErrorCategory.RETRY),
  /** The connection was lost or time ran out after a change was sent: it may have happened. */
  COMMIT_UNKNOWN(61_003, "08007", ErrorCategory.USER),
  /** Time ran out. */
  DEADLINE_EXCEEDED(61_004, "57014", ErrorCategory.USER),
  /** The caller gave up. */
  CANCELED(61_005, "57014", ErrorCategory.USER),
  /** The client is closed. */
  CLIENT_CLOSED(61_006, "08003", ErrorCategory.USER),
  /** More requests wait than the client is configured to hold. */
  TOO_MANY_REQUESTS(61_007, "53400", ErrorCategory.RETRY),
  /** The server answered what does not fit the request. */
  PROTOCOL_VIOLATION(61_008, "08P01", ErrorCategory.FATAL),
  /** The request is longer than the server takes; nothing was sent. */
  REQUEST_TOO_LARGE(61_009, "54000", ErrorCategory.USER),
  /** The connection of a session is gone, and what the server kept for it; open another session. */
  SESSION_ENDED(61_010, "08003", ErrorCategory.USER),
  /** Who this client is could not be shown, or who the server is. */
  LOGIN_FAILED(61_011, "28P01", ErrorCategory.USER);

  private final int number;
  private final String sqlState;
  private final ErrorCategory category;

  ClientError(int number, String sqlState, ErrorCategory category) {
    this.number = number;
    this.sqlState = sqlState;
    this.category = category;
  }

  public int number() {
    return number;
  }

  public String sqlState() {
    return sqlState;
  }

  public ErrorCategory category() {
    return category;
  }
}
