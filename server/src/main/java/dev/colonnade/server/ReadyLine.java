package dev.colonnade.server;

import dev.colonnade.server.config.load.LoadedConfig;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Line that a server prints when it accepts requests. */
final class ReadyLine {
  private ReadyLine() {}

  /** Returns the line that announces a ready server to people and programs. */
  static String of(Server server, LoadedConfig loaded) {
    String host = loaded.config().listen().host();
    InetSocketAddress flight = server.flightAddress();
    return "colonnade is ready: native %s http %s pg %s%s store %s"
        .formatted(
            text(server.nativeAddress(), host),
            text(server.httpAddress(), host),
            text(server.pgAddress(), host),
            flight == null ? "" : " flight " + text(flight, host),
            loaded.config().engine().folder());
  }

  /**
   * Formats an address. A wildcard address is written as configured, because it has several forms.
   */
  private static String text(InetSocketAddress address, String listenHost) {
    InetAddress resolved = address.getAddress();
    String host = resolved.isAnyLocalAddress() ? listenHost : resolved.getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }
}
