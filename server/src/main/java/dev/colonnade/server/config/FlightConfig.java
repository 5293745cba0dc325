package dev.colonnade.server.config;

import java.time.Duration;

/**
 * Configuration of the port of Arrow Flight SQL, which the optional module {@code colonnade-flight}
 * serves.
 *
 * @param port port number; 0 for any free port; {@value #OFF} for no port, the default
 * @param sessionsMax maximum number of sessions; a further login is rejected with
 *     TOO_MANY_CONNECTIONS, default 1,024
 * @param messageBytesMax maximum size of one message that a client sends, such as a batch of rows
 *     to be inserted, default 64 MiB
 * @param sessionIdle time without a request after which a session ends, and its token with it,
 *     default 10 minutes
 */
public record FlightConfig(int port, int sessionsMax, int messageBytesMax, Duration sessionIdle) {
  /** Absence of a port. */
  public static final int OFF = -1;

  public static final int SESSIONS_MAX = 100_000;
  public static final int MESSAGE_BYTES_MIN = 64 * 1024;
  public static final int MESSAGE_BYTES_MAX = 1 << 30;
  public static final Duration SESSION_IDLE_MIN = Duration.ofSeconds(1);
  public static final Duration SESSION_IDLE_MAX = Duration.ofDays(7);

  public static final FlightConfig DEFAULT =
      new FlightConfig(OFF, 1024, 64 << 20, Duration.ofMinutes(10));

  public FlightConfig {
    Bounds.check("port", port, OFF, ListenConfig.PORT_MAX);
    Bounds.check("sessionsMax", sessionsMax, 1, SESSIONS_MAX);
    Bounds.check("messageBytesMax", messageBytesMax, MESSAGE_BYTES_MIN, MESSAGE_BYTES_MAX);
    Bounds.check("sessionIdle", sessionIdle, SESSION_IDLE_MIN, SESSION_IDLE_MAX);
  }

  /** Returns whether there is a port. */
  public boolean isEnabled() {
    return port != OFF;
  }

  /** Returns a copy with another port. */
  public FlightConfig withPort(int other) {
    return new FlightConfig(other, sessionsMax, messageBytesMax, sessionIdle);
  }
}
