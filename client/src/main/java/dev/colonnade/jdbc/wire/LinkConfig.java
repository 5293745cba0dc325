package dev.colonnade.jdbc.wire;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.login.Login;
import dev.colonnade.protocol.Feature;
import dev.colonnade.protocol.ProtocolLimits;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;

/**
 * How a connection is made.
 *
 * @param servers unresolved; tried in this order
 * @param login who connects, and how that is shown
 * @param limits what the driver accepts from a server
 * @param connectMillis for one server, the handshake included; 0 for no limit
 * @param readMillis silence after which the connection is given up; 0 for no limit
 */
public record LinkConfig(
    List<InetSocketAddress> servers,
    Login login,
    Set<Feature> features,
    ProtocolLimits limits,
    int connectMillis,
    int readMillis) {
  public LinkConfig {
    servers = List.copyOf(servers);
    requireNonNull(login, "login is null");
    features = Set.copyOf(features);
    requireNonNull(limits, "limits is null");
    if (servers.isEmpty()) {
      throw new IllegalArgumentException("no server is given");
    }
    if (connectMillis < 0 || readMillis < 0) {
      throw new IllegalArgumentException(
          "timeouts are below 0: connectMillis=" + connectMillis + " readMillis=" + readMillis);
    }
  }
}
