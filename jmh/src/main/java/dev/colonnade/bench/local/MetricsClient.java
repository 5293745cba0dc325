package dev.colonnade.bench.local;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** HTTP client of a server's {@code /metrics} page. The caller closes it. */
public final class MetricsClient implements AutoCloseable {
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(10);

  private final HttpClient http = HttpClient.newHttpClient();
  private final URI uri;

  /**
   * @param server such as {@code http://127.0.0.1:7480}
   */
  public MetricsClient(URI server) {
    this.uri = requireNonNull(server, "server is null").resolve("/metrics");
  }

  public URI uri() {
    return uri;
  }

  /** Requests the current metrics. */
  public MetricsPage read() throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(RESPONSE_TIMEOUT).build();
    HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      throw new IOException("no metrics: uri=" + uri + " status=" + response.statusCode());
    }
    return MetricsPage.parse(response.body());
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
