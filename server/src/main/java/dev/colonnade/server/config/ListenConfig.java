package dev.colonnade.server.config;

import static java.util.Objects.requireNonNull;

/**
 * Listen addresses of the server.
 *
 * @param host name or address of the interface, default {@value #HOST_DEFAULT}: this machine only
 * @param nativePort port of the native protocol, default {@value #NATIVE_PORT_DEFAULT}; 0 for any
 *     free port
 * @param httpPort port of metrics and status, default {@value #HTTP_PORT_DEFAULT}; 0 for any free
 *     port
 */
public record ListenConfig(String host, int nativePort, int httpPort) {
  public static final String HOST_DEFAULT = "127.0.0.1";
  public static final int NATIVE_PORT_DEFAULT = 7420;
  public static final int HTTP_PORT_DEFAULT = 7480;
  public static final int PORT_MAX = 65_535;

  public static final ListenConfig DEFAULT =
      new ListenConfig(HOST_DEFAULT, NATIVE_PORT_DEFAULT, HTTP_PORT_DEFAULT);

  public ListenConfig {
    requireNonNull(host, "host is null");
    if (host.isBlank()) {
      throw new IllegalArgumentException("blank: host=" + host);
    }
    Bounds.check("nativePort", nativePort, 0, PORT_MAX);
    Bounds.check("httpPort", httpPort, 0, PORT_MAX);
    if (nativePort == httpPort && nativePort != 0) {
      throw new IllegalArgumentException(
          "duplicate port: nativePort=" + nativePort + " httpPort=" + httpPort);
    }
  }
}
