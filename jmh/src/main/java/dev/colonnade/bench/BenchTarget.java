package dev.colonnade.bench;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.ColonnadeClient;
import java.net.URI;
import java.util.Optional;

/**
 * The server that a workload measures.
 *
 * @param url {@code colonnade://host:port}
 * @param httpUrl where it answers HTTP, if that is known
 */
public record BenchTarget(URI url, Optional<URI> httpUrl) {
  public BenchTarget {
    requireNonNull(url, "url is null");
    requireNonNull(httpUrl, "httpUrl is null");
  }

  /** A client of it with so many connections. */
  public ColonnadeClient connect(int connections) {
    return Connecting.open(url, connections);
  }
}
