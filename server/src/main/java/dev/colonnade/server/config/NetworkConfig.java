package dev.colonnade.server.config;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.ProtocolLimits;
import java.time.Duration;

/**
 * Configuration of the native protocol's port.
 *
 * @param connectionsMax maximum number of open connections; a further one is rejected with
 *     TOO_MANY_CONNECTIONS, default 1,024
 * @param outboundBytesMax maximum bytes of responses that one connection queues before its scans
 *     pause, default 4 MiB
 * @param inboundBytesMax maximum bytes of rows and keys in queued requests, of all connections
 *     together; a request beyond it is rejected with OVERLOADED, default 64 MiB
 * @param transport I/O multiplexer of the sockets, default {@link TransportKind#AUTO}
 * @param timeouts timeouts of connections
 * @param protocol limits on the content of one message
 */
public record NetworkConfig(
    int connectionsMax,
    int outboundBytesMax,
    int inboundBytesMax,
    TransportKind transport,
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
          TransportKind.AUTO,
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

  /** Returns a copy with another maximum number of connections. */
  public NetworkConfig withConnectionsMax(int other) {
    return new NetworkConfig(
        other, outboundBytesMax, inboundBytesMax, transport, timeouts, protocol);
  }

  /** Returns a copy with another transport. */
  public NetworkConfig withTransport(TransportKind other) {
    return new NetworkConfig(
        connectionsMax, outboundBytesMax, inboundBytesMax, other, timeouts, protocol);
  }

  /** Returns a copy with other timeouts. */
  public NetworkConfig withTimeouts(Timeouts other) {
    return new NetworkConfig(
        connectionsMax, outboundBytesMax, inboundBytesMax, transport, other, protocol);
  }

  /** Returns a copy with other limits of the protocol. */
  public NetworkConfig withProtocol(ProtocolLimits other) {
    return new NetworkConfig(
        connectionsMax, outboundBytesMax, inboundBytesMax, transport, timeouts, other);
  }

  /**
   * Timeouts of native connections.
   *
   * @param handshake maximum time from the opening of a connection to the end of its handshake,
   *     default 10 s
   * @param idle time without traffic after which a connection is closed; 0 for no limit, the
   *     default, since pools hold idle connections and the system's keep-alive detects dead peers
   * @param drain time for requests in flight to complete when the server shuts down, default 10 s;
   *     requests that still run then are aborted
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
