package dev.colonnade.bench.harness;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.ColonnadeClient;
import java.net.URI;
import java.util.Optional;

/**
 * Server under test.
 *
 * @param url {@code colonnade://host:port}
 * @param httpUrl HTTP address, if it is known
 */
public record BenchTarget(URI url, Optional<URI> httpUrl) {
  public BenchTarget {
    requireNonNull(url, "url is null");
    requireNonNull(httpUrl, "httpUrl is null");
  }

  /** Returns a new client of the server with this number of connections. */
  public ColonnadeClient connect(int connections) {
    return BenchClients.open(url, connections);
  }
}
