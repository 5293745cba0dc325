package dev.colonnade.server.auth;

import dev.colonnade.error.ColonnadeException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Log of security-relevant events, one line each, under the logger {@value #LOGGER}: successful
 * logins at INFO, failed ones and refused requests at WARN. Names that a client chooses are quoted
 * and control characters in them escaped, so that a client cannot forge a line.
 */
public final class AuditLog {
  static final String LOGGER = "dev.colonnade.audit";

  /** Longest text of a client that is logged, in characters. */
  private static final int TEXT_MAX = 256;

  private static final Logger LOG = LoggerFactory.getLogger(LOGGER);

  private AuditLog() {}

  static void loggedIn(LoginAttempt attempt, String port) {
    LOG.info("login {}", describe(attempt, port));
  }

  static void loginFailed(LoginAttempt attempt, String port, ColonnadeException cause) {
    LOG.warn(
        "login failed {} sqlstate={} cause={}",
        describe(attempt, port),
        cause.code().sqlState(),
        quoted(String.valueOf(cause.getMessage())));
  }

  /**
   * Logs a request that was refused for lack of a privilege.
   *
   * @param port name of the protocol
   * @param user that has logged in
   */
  public static void refused(String port, String user, String message) {
    LOG.warn("refused port={} user={} cause={}", port, quoted(user), quoted(message));
  }

  private static String describe(LoginAttempt attempt, String port) {
    InetAddress address = attempt.address();
    return "port=%s user=%s database=%s address=%s:%d tls=%s"
        .formatted(
            port,
            quoted(attempt.user()),
            quoted(attempt.database()),
            address == null ? "unknown" : address.getHostAddress(),
            portOf(attempt),
            attempt.isEncrypted());
  }

  private static int portOf(LoginAttempt attempt) {
    return attempt.peer() instanceof InetSocketAddress known ? known.getPort() : 0;
  }

  /** Returns a text in quotes without control characters, cut to a maximum length. */
  static String quoted(@Nullable String text) {
    StringBuilder quoted = new StringBuilder("\"");
    String whole = text == null ? "" : text;
    for (char c : whole.substring(0, Math.min(whole.length(), TEXT_MAX)).toCharArray()) {
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
        quoted.append("\\u%04x".formatted((int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
