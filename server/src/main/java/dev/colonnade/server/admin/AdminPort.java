package dev.colonnade.server.admin;

import static java.util.Objects.requireNonNull;

import dev.colonnade.server.admin.console.ConsoleFiles;
import dev.colonnade.server.admin.console.ConsoleSql;
import dev.colonnade.server.admin.http.HttpGate;
import dev.colonnade.server.admin.http.HttpPage;
import dev.colonnade.server.admin.http.HttpPort;
import dev.colonnade.server.admin.http.HttpSite;
import dev.colonnade.server.admin.http.PageResponse;
import dev.colonnade.server.admin.metrics.ServerMeters;
import dev.colonnade.server.admin.view.AdminView;
import dev.colonnade.server.auth.Authenticator;
import dev.colonnade.server.auth.TlsContext;
import dev.colonnade.server.config.HttpConfig;
import dev.colonnade.server.config.ListenConfig;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** HTTP port of a server, with its pages: metrics, health, status and console. */
public final class AdminPort implements AutoCloseable {
  private final ServerMeters meters;
  private final HttpPort port;

  private AdminPort(
      ListenConfig listen,
      HttpConfig config,
      AdminView view,
      ServerMeters meters,
      @Nullable Authenticator authenticator) {
    this.meters = meters;
    HttpGate gate =
        authenticator == null
            ? HttpGate.OPEN
            : new AdminGate(authenticator, () -> view.database().catalog().snapshot());
    List<String> hosts = new ArrayList<>(config.hosts());
    hosts.add(listen.host());
    TlsContext tls = authenticator == null ? null : authenticator.tls();
    ConsoleSql statements = new ConsoleSql(view::database);
    port =
        HttpPort.open(
            listen.host(),
            listen.httpPort(),
            config,
            HttpSite.of(pages(view), hosts, gate, tls)
                .with(Map.of("/_sql", statements, "/_sql/cancel", statements::cancel)));
  }

  /**
   * Opens the port, which is listening when this returns.
   *
   * @param meters meters that {@code /metrics} shows; the caller closes them
   * @param authenticator authenticator of the other ports; null to show everything to everybody
   * @throws dev.colonnade.error.ColonnadeException PORT_UNAVAILABLE
   */
  public static AdminPort open(
      ListenConfig listen,
      HttpConfig config,
      AdminView view,
      ServerMeters meters,
      @Nullable Authenticator authenticator) {
    requireNonNull(listen, "listen is null");
    requireNonNull(view, "view is null");
    requireNonNull(meters, "meters is null");
    AdminPort admin = new AdminPort(listen, config, view, meters, authenticator);
    meters.watch(view, admin.port::statistics);
    return admin;
  }

  /** Returns the listen address. */
  public InetSocketAddress address() {
    return port.address();
  }

  private Map<String, HttpPage> pages(AdminView view) {
    HealthPages health = new HealthPages(view);
    StatusPages status = new StatusPages(view, this::address);
    RangePages ranges = new RangePages(view);
    SplitPages splits = new SplitPages(view);
    RangeConsole console = new RangeConsole(view);
    Map<String, HttpPage> pages = new TreeMap<>();
    pages.put("/metrics", query -> meters.page(query.hasDetails()));
    pages.put("/health", _ -> health.health());
    pages.put("/ready", _ -> health.ready());
    pages.put("/_status/server", restricted(_ -> status.server()));
    pages.put("/_status/tables", restricted(_ -> status.tables()));
    pages.put("/_status/ranges", restricted(ranges::ranges));
    pages.put("/_status/splits", restricted(splits::splits));
    ConsoleFiles files = new ConsoleFiles();
    pages.put("/console", restricted(_ -> files.page()));
    pages.put("/console/ranges", restricted(_ -> console.page()));
    SequencePage sequences = new SequencePage(view);
    pages.put("/_status/sequences", restricted(_ -> sequences.sequences()));
    ClusterPage cluster = new ClusterPage(view);
    pages.put("/_status/cluster", restricted(_ -> cluster.cluster()));
    // For everybody: it shows no data, and its first request makes the browser ask for a password.
    pages.put("/", _ -> files.page());
    pages.put("/console/console.css", _ -> files.style());
    pages.put("/console/console.js", _ -> files.script());
    pages.put("/console/ranges.json", restricted(_ -> console.data()));
    return pages;
  }

  /** Returns a page that requires a user who may see details. */
  private static HttpPage restricted(HttpPage page) {
    return query -> query.hasDetails() ? page.answer(query) : PageResponse.unauthorized();
  }

  /** Closes all connections. */
  @Override
  public void close() {
    port.close();
  }
}
