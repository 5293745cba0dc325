package dev.colonnade.server.config;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * The port of the PostgreSQL protocol.
 *
 * @param port default {@value #PORT_DEFAULT}; 0 for any that is free
 * @param connectionsMax open at a time; one more is refused with TOO_MANY_CONNECTIONS, default
 *     1,024
 * @param messageBytesMax of one message, default 64 MiB
 * @param timeouts how long things may take
 */
public record PgConfig(int port, int connectionsMax, int messageBytesMax, Timeouts timeouts) {
  public static final int PORT_DEFAULT = 7432;
  public static final int CONNECTIONS_MAX = 1_000_000;
  public static final int MESSAGE_BYTES_MIN = 64 * 1024;
  public static final int MESSAGE_BYTES_MAX = 1 << 30;

  public static final PgConfig DEFAULT =
      new PgConfig(PORT_DEFAULT, 1024, 64 * 1024 * 1024, Timeouts.DEFAULT);

  public PgConfig {
    Bounds.check("port", port, 0, ListenConfig.PORT_MAX);
    Bounds.check("connectionsMax", connectionsMax, 1, CONNECTIONS_MAX);
    Bounds.check("messageBytesMax", messageBytesMax, MESSAGE_BYTES_MIN, MESSAGE_BYTES_MAX);
    requireNonNull(timeouts, "timeouts is null");
  }

  /** The same on another port. */
  public PgConfig withPort(int other) {
    return new PgConfig(other, connectionsMax, messageBytesMax, timeouts);
  }

  /** The same with another number of connections. */
  public PgConfig withConnectionsMax(int other) {
    return new PgConfig(port, other, messageBytesMax, timeouts);
  }

  /** The same with another length of messages. */
  public PgConfig withMessageBytesMax(int other) {
    return new PgConfig(port, connectionsMax, other, timeouts);
  }

  /** The same with other timeouts. */
  public PgConfig withTimeouts(Timeouts other) {
    return new PgConfig(port, connectionsMax, messageBytesMax, other);
  }

  /**
   * How long things may take.
   *
   * @param authentication from the opening of a connection until it is known who the client is,
   *     default 10 s
   * @param idle of a session outside of a transaction before it is ended; 0 for ever, the default
   */
  public record Timeouts(Duration authentication, Duration idle) {
    public static final Duration AUTHENTICATION_MIN = Duration.ofMillis(10);
    public static final Duration AUTHENTICATION_MAX = Duration.ofHours(1);
    public static final Duration IDLE_MAX = Duration.ofDays(365);

    public static final Timeouts DEFAULT = new Timeouts(Duration.ofSeconds(10), Duration.ZERO);

    public Timeouts {
      Bounds.check("authentication", authentication, AUTHENTICATION_MIN, AUTHENTICATION_MAX);
      Bounds.check("idle", idle, Duration.ZERO, IDLE_MAX);
    }
  }
}
