package dev.colonnade.server.net.observer;

/** Outcome of a request. */
public enum RequestOutcome {
  OK,
  /** The request was invalid, by itself or in the current state of the database. */
  USER_ERROR,
  /** The request may succeed on retry. */
  RETRY_ERROR,
  /** The server or its store failed. */
  SERVER_ERROR,
  /** The client canceled the request or disconnected. */
  CANCELED,
  /** The request's deadline passed. */
  TIMED_OUT
}
