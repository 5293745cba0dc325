package dev.colonnade.server.net;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.server.config.NetworkConfig;
import dev.colonnade.server.net.observer.ConnectionObserver;
import dev.colonnade.server.net.observer.RequestObserver;

/**
 * Dependencies of a {@link NativePort} and of its connections.
 *
 * @param serverHello identity of the server, its authenticator and its session factory
 * @param config limits and timeouts
 * @param connections observer of connections
 * @param requests observer of requests
 * @param ticker monotonic clock
 */
public record NativePortDependencies(
    ServerHello serverHello,
    NetworkConfig config,
    ConnectionObserver connections,
    RequestObserver requests,
    NanoTicker ticker) {
  public NativePortDependencies {
    requireNonNull(serverHello, "serverHello is null");
    requireNonNull(config, "config is null");
    requireNonNull(connections, "connections is null");
    requireNonNull(requests, "requests is null");
    requireNonNull(ticker, "ticker is null");
  }
}
