package dev.colonnade.jdbc.wire;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.login.LoginConfig;
import dev.colonnade.client.trace.ClientTracer;
import dev.colonnade.protocol.Feature;
import dev.colonnade.protocol.ProtocolLimits;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;

/**
 * Configuration of a protocol connection.
 *
 * @param servers unresolved addresses, tried in this order
 * @param login user, credentials and encryption
 * @param features the protocol features that the driver requests
 * @param limits the limits of the frames that the driver accepts
 * @param connectMillis timeout of connecting to one server, the handshake included; 0 for no limit
 * @param tracer source of the spans of requests
 * @param readMillis time without data after which the connection is closed; 0 for no limit
 */
public record SocketConnectionConfig(
    List<InetSocketAddress> servers,
    LoginConfig login,
    Set<Feature> features,
    ProtocolLimits limits,
    ClientTracer tracer,
    int connectMillis,
    int readMillis) {
  public SocketConnectionConfig {
    servers = List.copyOf(servers);
    requireNonNull(login, "login is null");
    features = Set.copyOf(features);
    requireNonNull(limits, "limits is null");
    requireNonNull(tracer, "tracer is null");
    if (servers.isEmpty()) {
      throw new IllegalArgumentException("servers is empty");
    }
    if (connectMillis < 0 || readMillis < 0) {
      throw new IllegalArgumentException(
          "timeouts are below 0: connectMillis=" + connectMillis + " readMillis=" + readMillis);
    }
  }
}
