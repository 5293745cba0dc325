package dev.colonnade.server.config;

import java.time.Duration;
import java.util.List;

/**
 * Configuration of the HTTP port for metrics and status.
 *
 * @param connectionsMax maximum number of open connections; for a further one the least recently
 *     active one is closed, default 64
 * @param requestBytesMax maximum size of a request's first line, of its headers and of its body,
 *     each, default 8 KiB
 * @param requestTimeout maximum time from the first byte of a request, or from the opening of its
 *     connection, to its last byte, default 10 s
 * @param idleTimeout maximum time between two requests of one connection, default 1 minute
 * @param responseTimeout maximum time from the last byte of a request to the last byte of its
 *     response, default 30 s
 * @param hosts further names under which the port may be requested, beside addresses, names without
 *     a dot and that of the interface; {@code *} for all; none by default
 */
public record HttpConfig(
    int connectionsMax,
    int requestBytesMax,
    Duration requestTimeout,
    Duration idleTimeout,
    Duration responseTimeout,
    List<String> hosts) {
  public static final int CONNECTIONS_MAX = 10_000;
  public static final int REQUEST_BYTES_MIN = 1024;
  public static final int REQUEST_BYTES_MAX = 1024 * 1024;
  public static final Duration TIMEOUT_MIN = Duration.ofMillis(10);
  public static final Duration TIMEOUT_MAX = Duration.ofHours(1);

  public static final HttpConfig DEFAULT =
      new HttpConfig(
          64,
          8 * 1024,
          Duration.ofSeconds(10),
          Duration.ofMinutes(1),
          Duration.ofSeconds(30),
          List.of());

  public HttpConfig {
    hosts = List.copyOf(hosts);
    Bounds.check("connectionsMax", connectionsMax, 1, CONNECTIONS_MAX);
    Bounds.check("requestBytesMax", requestBytesMax, REQUEST_BYTES_MIN, REQUEST_BYTES_MAX);
    Bounds.check("requestTimeout", requestTimeout, TIMEOUT_MIN, TIMEOUT_MAX);
    Bounds.check("idleTimeout", idleTimeout, TIMEOUT_MIN, TIMEOUT_MAX);
    Bounds.check("responseTimeout", responseTimeout, TIMEOUT_MIN, TIMEOUT_MAX);
  }
}
