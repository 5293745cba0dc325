package dev.colonnade.server.net;

import dev.colonnade.error.ErrorCode;

/** How a request ended. */
public enum RequestOutcome {
  OK,
  /** The request, or the state that it met, was wrong. */
  USER_ERROR,
  /** It may succeed when it is sent again. */
  RETRY_ERROR,
  /** The server or its store was wrong. */
  SERVER_ERROR,
  /** The caller canceled it, or went away. */
  CANCELED,
  /** Its deadline passed. */
  TIMED_OUT;

  /** The outcome of a request that failed with this error. */
  public static RequestOutcome of(ErrorCode code) {
    return switch (code) {
      case CANCELED -> CANCELED;
      case DEADLINE_EXCEEDED -> TIMED_OUT;
      default ->
          switch (code.category()) {
            case USER -> USER_ERROR;
            case RETRY -> RETRY_ERROR;
            case FATAL -> SERVER_ERROR;
          };
    };
  }
}
