package dev.colonnade.server.config;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The port of the PostgreSQL protocol.
 *
 * @param port default {@value #PORT_DEFAULT}; 0 for any that is free
 * @param connectionsMax open at a time; one more is refused with TOO_MANY_CONNECTIONS, default
 *     1,024
 * @param messageBytesMax of one message, default 64 MiB
 * @param timeouts how long things may take
 * @param security who is let in
 */
public record PgConfig(
    int port, int connectionsMax, int messageBytesMax, Timeouts timeouts, Security security) {
  public static final int PORT_DEFAULT = 7432;
  public static final int CONNECTIONS_MAX = 1_000_000;
  public static final int MESSAGE_BYTES_MIN = 64 * 1024;
  public static final int MESSAGE_BYTES_MAX = 1 << 30;

  public static final PgConfig DEFAULT =
      new PgConfig(PORT_DEFAULT, 1024, 64 * 1024 * 1024, Timeouts.DEFAULT, Security.DEFAULT);

  public PgConfig {
    Bounds.check("port", port, 0, ListenConfig.PORT_MAX);
    Bounds.check("connectionsMax", connectionsMax, 1, CONNECTIONS_MAX);
    Bounds.check("messageBytesMax", messageBytesMax, MESSAGE_BYTES_MIN, MESSAGE_BYTES_MAX);
    requireNonNull(timeouts, "timeouts is null");
    requireNonNull(security, "security is null");
  }

  /** The same on another port. */
  public PgConfig withPort(int other) {
    return new PgConfig(other, connectionsMax, messageBytesMax, timeouts, security);
  }

  /** The same with another number of connections. */
  public PgConfig withConnectionsMax(int other) {
    return new PgConfig(port, other, messageBytesMax, timeouts, security);
  }

  /** The same with another length of messages. */
  public PgConfig withMessageBytesMax(int other) {
    return new PgConfig(port, connectionsMax, other, timeouts, security);
  }

  /** The same with other timeouts. */
  public PgConfig withTimeouts(Timeouts other) {
    return new PgConfig(port, connectionsMax, messageBytesMax, other, security);
  }

  /** The same with other people let in. */
  public PgConfig withSecurity(Security other) {
    return new PgConfig(port, connectionsMax, messageBytesMax, timeouts, other);
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

  /**
   * Who is let in, and how.
   *
   * @param authentication default {@link AuthenticationChoice#AUTO}
   * @param usersFile names and passwords; without one there are only the roles of a fresh store,
   *     which have no passwords
   * @param tls certificate and key; without, TLS is answered with no
   */
  public record Security(
      AuthenticationChoice authentication, Optional<Path> usersFile, Optional<TlsFiles> tls) {
    public static final Security DEFAULT =
        new Security(AuthenticationChoice.AUTO, Optional.empty(), Optional.empty());

    public Security {
      requireNonNull(authentication, "authentication is null");
      requireNonNull(usersFile, "usersFile is null");
      requireNonNull(tls, "tls is null");
    }
  }

  /** A chain of certificates and the key of the first of them, both PEM. */
  public record TlsFiles(Path certificate, Path key) {
    public TlsFiles {
      requireNonNull(certificate, "certificate is null");
      requireNonNull(key, "key is null");
    }
  }
}
