package dev.colonnade.client.net;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.login.Login;
import dev.colonnade.protocol.Feature;
import dev.colonnade.protocol.ProtocolLimits;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * How connections are made and kept.
 *
 * @param servers tried in turn; unresolved addresses are resolved at each attempt
 * @param login who connects, and how that is shown
 * @param limits what this client accepts from a server
 * @param features what this client announces
 */
public record NetConfig(
    List<InetSocketAddress> servers,
    Login login,
    ProtocolLimits limits,
    Set<Feature> features,
    Sizing sizing,
    Timing timing) {
  public NetConfig {
    servers = List.copyOf(servers);
    requireNonNull(login, "login is null");
    requireNonNull(limits, "limits is null");
    features = Set.copyOf(features);
    requireNonNull(sizing, "sizing is null");
    requireNonNull(timing, "timing is null");
    if (servers.isEmpty()) {
      throw new IllegalArgumentException("no server is given");
    }
  }

  /**
   * How many of what.
   *
   * @param connectionsMax connections of the pool
   * @param requestsInFlightMax requests of a connection that wait for an answer; the server's own
   *     limit holds too
   * @param requestsWaitingMax requests of a connection that wait to be sent
   */
  public record Sizing(
      Transport transport,
      int eventLoopThreads,
      int connectionsMax,
      int requestsInFlightMax,
      int requestsWaitingMax) {
    public Sizing {
      requireNonNull(transport, "transport is null");
      requirePositive(eventLoopThreads, "eventLoopThreads");
      requirePositive(connectionsMax, "connectionsMax");
      requirePositive(requestsInFlightMax, "requestsInFlightMax");
      requirePositive(requestsWaitingMax, "requestsWaitingMax");
    }

    private static void requirePositive(int value, String name) {
      if (value < 1) {
        throw new IllegalArgumentException(name + "=" + value + " is below 1");
      }
    }
  }

  /**
   * How long.
   *
   * @param connectTimeout for one server, the handshake included
   * @param keepAliveInterval silence after which a ping is sent, and after as much again the
   *     connection given up
   * @param requestTimeout for a request without a deadline of its own
   * @param attemptsMax how often a request is tried that may be tried again
   */
  public record Timing(
      Duration connectTimeout,
      Duration keepAliveInterval,
      Duration requestTimeout,
      int attemptsMax) {
    public Timing {
      requirePositive(connectTimeout, "connectTimeout");
      requirePositive(keepAliveInterval, "keepAliveInterval");
      requirePositive(requestTimeout, "requestTimeout");
      if (attemptsMax < 1) {
        throw new IllegalArgumentException("attemptsMax=" + attemptsMax + " is below 1");
      }
    }

    private static void requirePositive(Duration value, String name) {
      if (value.compareTo(Duration.ofMillis(1)) < 0) {
        throw new IllegalArgumentException(name + "=" + value + " is below 1 ms");
      }
    }
  }
}
