package dev.colonnade.server.config;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.ProtocolLimits;
import java.time.Duration;

/**
 * The port of the native protocol.
 *
 * @param connectionsMax open at a time; one more is refused with TOO_MANY_CONNECTIONS, default
 *     1,024
 * @param outboundBytesMax of one connection that may wait to be sent before its scans pause,
 *     default 4 MiB
 * @param inboundBytesMax of rows and keys, of all connections together, that may wait to be worked
 *     on; a request past it is refused with OVERLOADED, default 64 MiB
 * @param transport how sockets are waited for, default {@link TransportChoice#AUTO}
 * @param timeouts how long things may take
 * @param protocol what one message may hold
 */
public record NetworkConfig(
    int connectionsMax,
    int outboundBytesMax,
    int inboundBytesMax,
    TransportChoice transport,
    Timeouts timeouts,
    ProtocolLimits protocol) {
  public static final int CONNECTIONS_MAX = 1_000_000;
  public static final int OUTBOUND_BYTES_MIN = 64 * 1024;
  public static final int OUTBOUND_BYTES_MAX = 1 << 29;
  public static final int INBOUND_BYTES_MIN = 64 * 1024;
  public static final int INBOUND_BYTES_MAX = 1 << 30;

  public static final NetworkConfig DEFAULT =
      new NetworkConfig(
          1024,
          4 * 1024 * 1024,
          64 * 1024 * 1024,
          TransportChoice.AUTO,
          Timeouts.DEFAULT,
          ProtocolLimits.DEFAULTS);

  public NetworkConfig {
    Bounds.check("connectionsMax", connectionsMax, 1, CONNECTIONS_MAX);
    Bounds.check("outboundBytesMax", outboundBytesMax, OUTBOUND_BYTES_MIN, OUTBOUND_BYTES_MAX);
    Bounds.check("inboundBytesMax", inboundBytesMax, INBOUND_BYTES_MIN, INBOUND_BYTES_MAX);
    requireNonNull(transport, "transport is null");
    requireNonNull(timeouts, "timeouts is null");
    requireNonNull(protocol, "protocol is null");
  }

  /** The same with another number of connections. */
  public NetworkConfig withConnectionsMax(int other) {
    return new NetworkConfig(
        other, outboundBytesMax, inboundBytesMax, transport, timeouts, protocol);
  }

  /** The same with another limit of what waits to be sent. */
  public NetworkConfig withOutboundBytesMax(int other) {
    return new NetworkConfig(connectionsMax, other, inboundBytesMax, transport, timeouts, protocol);
  }

  /** The same with another limit of what waits to be worked on. */
  public NetworkConfig withInboundBytesMax(int other) {
    return new NetworkConfig(
        connectionsMax, outboundBytesMax, other, transport, timeouts, protocol);
  }

  /** The same by another transport. */
  public NetworkConfig withTransport(TransportChoice other) {
    return new NetworkConfig(
        connectionsMax, outboundBytesMax, inboundBytesMax, other, timeouts, protocol);
  }

  /** The same with other timeouts. */
  public NetworkConfig withTimeouts(Timeouts other) {
    return new NetworkConfig(
        connectionsMax, outboundBytesMax, inboundBytesMax, transport, other, protocol);
  }

  /** The same with other limits of the protocol. */
  public NetworkConfig withProtocol(ProtocolLimits other) {
    return new NetworkConfig(
        connectionsMax, outboundBytesMax, inboundBytesMax, transport, timeouts, other);
  }

  /**
   * How long things may take.
   *
   * @param handshake from the opening of a connection to the end of its handshake, default 10 s
   * @param idle of a connection on which nothing happens before it is closed; 0 for ever, the
   *     default: pools keep connections for a while, and the system's keep-alive finds dead peers
   * @param drain for requests in flight when the server is asked to end, default 10 s; those that
   *     are still running then are broken off
   */
  public record Timeouts(Duration handshake, Duration idle, Duration drain) {
    public static final Duration HANDSHAKE_MIN = Duration.ofMillis(10);
    public static final Duration HANDSHAKE_MAX = Duration.ofHours(1);
    public static final Duration IDLE_MAX = Duration.ofDays(365);
    public static final Duration DRAIN_MAX = Duration.ofHours(1);

    public static final Timeouts DEFAULT =
        new Timeouts(Duration.ofSeconds(10), Duration.ZERO, Duration.ofSeconds(10));

    public Timeouts {
      Bounds.check("handshake", handshake, HANDSHAKE_MIN, HANDSHAKE_MAX);
      Bounds.check("idle", idle, Duration.ZERO, IDLE_MAX);
      Bounds.check("drain", drain, Duration.ZERO, DRAIN_MAX);
    }
  }
}
