package dev.colonnade.server.admin.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.server.admin.http.HttpStatistics;
import dev.colonnade.server.admin.http.PageResponse;
import dev.colonnade.server.admin.view.AdminView;
import dev.colonnade.server.config.MetricsConfig;
import dev.colonnade.server.flight.FlightObserver;
import dev.colonnade.server.net.observer.ConnectionObserver;
import dev.colonnade.server.net.observer.RequestObserver;
import dev.colonnade.server.pg.session.PgSessionObserver;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * All meters of a server, and the page that exposes them in Prometheus's text format. Frequent
 * events are counted by observers as they happen; all other values are read at each scrape.
 */
public final class ServerMeters implements AutoCloseable {
  private static final int OK = 200;
  private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry registry = newRegistry();
  private final RequestMeters requests = new RequestMeters(registry);
  private final ConnectionMeters connections = new ConnectionMeters(registry, "colonnade");
  private final ConnectionMeters pgConnections = new ConnectionMeters(registry, "colonnade.pg");
  private final PgMeters pgSessions = new PgMeters(registry);
  private final ProcessMeters process = new ProcessMeters(registry);

  private final MetricsConfig config;

  /** Written once, when the server has started. */
  private volatile @Nullable DatabaseMeters database;

  /** Written once, when the server has started. */
  private volatile @Nullable SequenceMeters sequences;

  public ServerMeters(MetricsConfig config) {
    this.config = requireNonNull(config, "config is null");
  }

  private static PrometheusMeterRegistry newRegistry() {
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    ProcessMeters.filters(registry);
    return registry;
  }

  public RequestObserver requests() {
    return requests;
  }

  public ConnectionObserver connections() {
    return connections;
  }

  /** Returns the observer of the PostgreSQL port's connections. */
  public ConnectionObserver pgConnections() {
    return pgConnections;
  }

  /** Returns the observer of the PostgreSQL port's sessions. */
  public PgSessionObserver pgSessions() {
    return pgSessions;
  }

  /** Adds the meters of the port of Arrow Flight SQL, which servers without it do not have. */
  public FlightObserver flight() {
    return new FlightMeters(registry); // a gauge retains it
  }

  /** Adds the meters that are read from a server. Called once, when the server has started. */
  public void watch(AdminView view, Supplier<HttpStatistics> http) {
    AdminViewMeters.register(registry, view, http);
    ClusterMeters.register(registry, view);
    database = new DatabaseMeters(registry, view.database(), PhysicalClock.system());
    sequences = new SequenceMeters(registry, view.database(), config.sequencesMax());
  }

  /**
   * Returns all meters in Prometheus's text format.
   *
   * @param hasNames whether to include meters of single sequences, which reveal their names
   */
  public PageResponse page(boolean hasNames) {
    DatabaseMeters current = database;
    if (current != null) {
      current.refresh();
    }
    SequenceMeters currentSequences = sequences;
    if (currentSequences != null) {
      currentSequences.refresh();
    }
    String text = registry.scrape();
    String shown =
        hasNames
            ? text
            : text.lines()
                .filter(line -> !line.contains("{" + SequenceMeters.LABEL + "="))
                .collect(Collectors.joining("\n", "", "\n"));
    return new PageResponse(OK, CONTENT_TYPE, shown.getBytes(UTF_8));
  }

  @Override
  public void close() {
    process.close();
    registry.close();
  }
}
