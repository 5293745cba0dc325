package dev.colonnade.bench.harness;

import dev.colonnade.client.ColonnadeClient;
import java.net.URI;

/** Factory of clients of servers that are addressed by a URL. */
public final class BenchClients {
  private static final String SCHEME = "colonnade";

  private BenchClients() {}

  /**
   * Returns a new client with this number of connections.
   *
   * @param url {@code colonnade://host:port}
   */
  public static ColonnadeClient open(URI url, int connections) {
    requireServer(url);
    return ColonnadeClient.builder()
        .server(url.getHost(), url.getPort())
        .clientName("colonnade-bench")
        .connections(connections)
        .build();
  }

  /** Throws {@link IllegalArgumentException} if the URL is not {@code colonnade://host:port}. */
  static void requireServer(URI url) {
    if (!SCHEME.equals(url.getScheme()) || url.getHost() == null || url.getPort() < 1) {
      throw new IllegalArgumentException(
          "not the URL of a server: expected colonnade://host:port, url=" + url);
    }
  }
}
