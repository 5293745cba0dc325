package dev.colonnade.server.admin.http;

import static java.util.Objects.requireNonNull;

import dev.colonnade.server.auth.TlsContext;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Content of an HTTP port.
 *
 * @param pages pages by their paths, such as {@code /health}
 * @param commands commands by their paths
 * @param hosts names under which the port may be requested
 * @param gate decides what a client may see
 * @param tls null if the port accepts no TLS
 */
public record HttpSite(
    Map<String, HttpPage> pages,
    Map<String, HttpCommand> commands,
    HostNames hosts,
    HttpGate gate,
    @Nullable TlsContext tls) {
  public HttpSite(
      Map<String, HttpPage> pages,
      Map<String, HttpCommand> commands,
      HostNames hosts,
      HttpGate gate,
      @Nullable TlsContext tls) {
    this.pages = Map.copyOf(pages);
    this.commands = Map.copyOf(commands);
    this.hosts = requireNonNull(hosts, "hosts is null");
    this.gate = requireNonNull(gate, "gate is null");
    this.tls = tls;
  }

  /** Creates a site that may be requested under some names. */
  public static HttpSite of(
      Map<String, HttpPage> pages, List<String> hosts, HttpGate gate, @Nullable TlsContext tls) {
    return new HttpSite(pages, Map.of(), new HostNames(hosts), gate, tls);
  }

  /** Returns the site with commands. */
  public HttpSite with(Map<String, HttpCommand> others) {
    return new HttpSite(pages, others, hosts, gate, tls);
  }
}
