package dev.colonnade.sql.access;

/** Requests of other sessions to a session: pg_cancel_backend, pg_terminate_backend. Any thread. */
public interface SessionSignals {
  /** Cancels the statement that runs; no effect if none does. */
  void cancel();

  /** Ends the session. Returns at once. */
  void terminate();
}
