package dev.colonnade.flight.login;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.flight.session.FlightSession;
import dev.colonnade.flight.session.FlightSessions;
import dev.colonnade.server.auth.Authenticator;
import dev.colonnade.server.auth.LoginAttempt;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Login of users by the rules of all ports. A password is not accepted over a connection that is
 * neither encrypted nor local, because the client sends it as it is. Thread-safe; waits after
 * failed logins.
 */
final class LoginService {
  /** Name of the port in the audit log. */
  private static final String PORT = "flight";

  private final Authenticator authenticator;
  private final FlightSessions sessions;

  LoginService(Authenticator authenticator, FlightSessions sessions) {
    this.authenticator = requireNonNull(authenticator, "authenticator is null");
    this.sessions = requireNonNull(sessions, "sessions is null");
  }

  /**
   * Logs a user in, and begins a call of the session.
   *
   * @param isHandshake whether the client requests a token, and therefore a session of its own
   * @throws ColonnadeException INVALID_PASSWORD, INVALID_AUTHORIZATION, or as {@link
   *     FlightSessions#open} does
   */
  FlightSession login(LoginAttempt attempt, String password, boolean isHandshake) {
    try {
      authenticate(attempt, password);
      FlightSession shared =
          isHandshake ? null : sessions.findShared(attempt.user(), attempt.database());
      if (shared != null) {
        authenticator.passwordAccepted(attempt);
        return shared;
      }
      FlightSession session =
          sessions.open(
              attempt.user(), attempt.database(), authenticator.isSuperuser(attempt.user()));
      if (!isHandshake) {
        sessions.share(session);
      }
      authenticator.loggedIn(attempt, PORT);
      return session;
    } catch (ColonnadeException e) {
      authenticator.loginFailed(attempt, PORT, e);
      throw e;
    }
  }

  private void authenticate(LoginAttempt attempt, String password) {
    if (authenticator.isAuthenticationRequired(attempt)) {
      if (!attempt.isEncrypted() && !isLocal(attempt)) {
        throw new ColonnadeException(
            ErrorCode.INVALID_AUTHORIZATION,
            "passwords are accepted over TLS only: set security.tls-certificate");
      }
      waitInTurn(attempt);
      authenticator.checkPassword(attempt.user(), password);
    }
    authenticator.requireUser(attempt.user());
  }

  private void waitInTurn(LoginAttempt attempt) {
    long nanos = authenticator.reserveCheckNanos(attempt);
    try {
      TimeUnit.NANOSECONDS.sleep(nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ColonnadeException(ErrorCode.SHUTTING_DOWN, "the server is shutting down", e);
    }
  }

  private static boolean isLocal(LoginAttempt attempt) {
    return attempt.peer() instanceof InetSocketAddress peer
        && peer.getAddress() != null
        && peer.getAddress().isLoopbackAddress();
  }

  /** Returns the session of a token, and begins a call of it. */
  FlightSession session(@Nullable String token) {
    if (token == null) {
      throw new ColonnadeException(
          ErrorCode.INVALID_AUTHORIZATION,
          "the call has no authorization header: log in with a user and a password");
    }
    return sessions.require(token);
  }
}
