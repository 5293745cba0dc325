package dev.colonnade.server.config;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * Configuration of the PostgreSQL protocol's port.
 *
 * @param port port number, default {@value #PORT_DEFAULT}; 0 for any free port
 * @param connectionsMax maximum number of open connections; a further one is rejected with
 *     TOO_MANY_CONNECTIONS, default 1,024
 * @param messageBytesMax maximum size of one message, default an eighth of the heap, at least 65
 *     MiB and at most 272 MiB
 * @param timeouts timeouts of connections
 */
public record PgConfig(int port, int connectionsMax, int messageBytesMax, Timeouts timeouts) {
  public static final int PORT_DEFAULT = 7432;
  public static final int CONNECTIONS_MAX = 1_000_000;
  public static final int MESSAGE_BYTES_MIN = 64 * 1024;
  public static final int MESSAGE_BYTES_MAX = 1 << 30;

  /** Size of the longest statement text, with its message header. */
  private static final long MESSAGE_BYTES_DEFAULT_MIN = 65L << 20;

  /** Size of a value of 256 MB with its message. */
  private static final long MESSAGE_BYTES_DEFAULT_MAX = 272L << 20;

  public static final PgConfig DEFAULT =
      new PgConfig(
          PORT_DEFAULT, 1024, messageBytes(Runtime.getRuntime().maxMemory()), Timeouts.DEFAULT);

  public PgConfig {
    Bounds.check("port", port, 0, ListenConfig.PORT_MAX);
    Bounds.check("connectionsMax", connectionsMax, 1, CONNECTIONS_MAX);
    Bounds.check("messageBytesMax", messageBytesMax, MESSAGE_BYTES_MIN, MESSAGE_BYTES_MAX);
    requireNonNull(timeouts, "timeouts is null");
  }

  /** Returns the default message size for a heap of this size. */
  private static int messageBytes(long heapBytes) {
    return (int) Math.clamp(heapBytes / 8, MESSAGE_BYTES_DEFAULT_MIN, MESSAGE_BYTES_DEFAULT_MAX);
  }

  /** Returns a copy with another port. */
  public PgConfig withPort(int other) {
    return new PgConfig(other, connectionsMax, messageBytesMax, timeouts);
  }

  /** Returns a copy with another maximum number of connections. */
  public PgConfig withConnectionsMax(int other) {
    return new PgConfig(port, other, messageBytesMax, timeouts);
  }

  /** Returns a copy with other timeouts. */
  public PgConfig withTimeouts(Timeouts other) {
    return new PgConfig(port, connectionsMax, messageBytesMax, other);
  }

  /**
   * Timeouts of connections of the PostgreSQL protocol.
   *
   * @param authentication maximum time from the opening of a connection to the end of its
   *     authentication, default 10 s
   * @param idle time without a statement after which a session outside of a transaction is
   *     terminated; 0 for no limit, the default
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
