package dev.colonnade.bench;

import dev.colonnade.client.ColonnadeClient;
import java.net.URI;

/** Opens clients of servers that are named by a URL. */
public final class Connecting {
  private static final String SCHEME = "colonnade";

  private Connecting() {}

  /**
   * A client with so many connections.
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

  /** Refuses what does not name a server. */
  static void requireServer(URI url) {
    if (!SCHEME.equals(url.getScheme()) || url.getHost() == null || url.getPort() < 1) {
      throw new IllegalArgumentException("a server is named by colonnade://host:port: url=" + url);
    }
  }
}
