package dev.colonnade.flight;

import static java.util.Objects.requireNonNull;

import dev.colonnade.flight.login.LoginInterceptor;
import dev.colonnade.flight.session.FlightSessions;

/** Requests about the session of a client. */
final class SessionService {
  private final FlightSessions sessions;

  SessionService(FlightSessions sessions) {
    this.sessions = requireNonNull(sessions, "sessions is null");
  }

  /** Ends the session of the call; its token is not valid any more. */
  void close() {
    sessions.end(LoginInterceptor.current());
  }
}
