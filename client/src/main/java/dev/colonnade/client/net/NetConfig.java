package dev.colonnade.client.net;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.login.LoginConfig;
import dev.colonnade.client.login.TargetServer;
import dev.colonnade.client.trace.ClientTracer;
import dev.colonnade.protocol.Feature;
import dev.colonnade.protocol.ProtocolLimits;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Configuration of connections.
 *
 * @param choice servers, and which of them are used
 * @param login identity and credentials of the client
 * @param limits limits of the messages that this client accepts
 * @param features features that this client announces
 * @param tracer source of the spans of requests
 */
public record NetConfig(
    ServerChoice choice,
    LoginConfig login,
    ProtocolLimits limits,
    Set<Feature> features,
    Sizing sizing,
    Timing timing,
    ClientTracer tracer) {
  public NetConfig {
    requireNonNull(choice, "choice is null");
    requireNonNull(login, "login is null");
    requireNonNull(limits, "limits is null");
    features = Set.copyOf(features);
    requireNonNull(sizing, "sizing is null");
    requireNonNull(timing, "timing is null");
    requireNonNull(tracer, "tracer is null");
  }

  /**
   * Servers, and which of them are used.
   *
   * @param servers tried round-robin; unresolved addresses are resolved at each attempt
   * @param target kind of server that connections need
   * @param followerStalenessMillisMax maximum age of what is read on a follower; 0 for linearizable
   *     reads, -1 for any age
   */
  public record ServerChoice(
      List<InetSocketAddress> servers, TargetServer target, long followerStalenessMillisMax) {
    public static final long ANY_AGE = -1;

    public ServerChoice {
      servers = List.copyOf(servers);
      requireNonNull(target, "target is null");
      if (servers.isEmpty()) {
        throw new IllegalArgumentException("servers are empty");
      }
      if (followerStalenessMillisMax < ANY_AGE) {
        throw new IllegalArgumentException(
            "followerStalenessMillisMax=" + followerStalenessMillisMax + " is below -1");
      }
    }
  }

  /**
   * Numbers of threads, connections and requests.
   *
   * @param connectionsMax connections of the pool
   * @param requestsInFlightMax requests of a connection that are in flight; the server's limit
   *     applies too
   * @param requestsWaitingMax requests in the send queue of a connection
   */
  public record Sizing(
      ClientTransport transport,
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
   * Timeouts and retries.
   *
   * @param connectTimeout for one server, including the handshake
   * @param keepAliveInterval idle time after which a ping is sent, and after which again the
   *     connection is closed
   * @param requestTimeout for a request without its own deadline
   * @param attemptsMax maximum number of attempts of a retryable request
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
