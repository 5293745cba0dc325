package dev.colonnade.server.admin.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.server.admin.AdminView;
import dev.colonnade.server.admin.http.HttpAnswer;
import dev.colonnade.server.admin.http.HttpStatistics;
import dev.colonnade.server.config.MetricsConfig;
import dev.colonnade.server.net.ConnectionObserver;
import dev.colonnade.server.net.RequestObserver;
import dev.colonnade.server.pg.session.SessionObserver;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * All meters of a server, and the page that shows them. What happens often is told to observers and
 * counted at once; everything else is read when the page is made.
 */
public final class ServerMeters implements AutoCloseable {
  private static final int OK = 200;
  private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final RequestMeters requests = new RequestMeters(registry);
  private final ConnectionMeters connections = new ConnectionMeters(registry, "colonnade");
  private final ConnectionMeters pgConnections = new ConnectionMeters(registry, "colonnade.pg");
  private final PgMeters pgSessions = new PgMeters(registry);
  private final ProcessMeters process = new ProcessMeters(registry);

  private final MetricsConfig config;

  /** Written once, when the server is up. */
  private volatile @Nullable DatabaseMeters database;

  /** Written once, when the server is up. */
  private volatile @Nullable SequenceMeters sequences;

  public ServerMeters(MetricsConfig config) {
    this.config = requireNonNull(config, "config is null");
  }

  public RequestObserver requests() {
    return requests;
  }

  public ConnectionObserver connections() {
    return connections;
  }

  /** Of the PostgreSQL port. */
  public ConnectionObserver pgConnections() {
    return pgConnections;
  }

  /** Of the PostgreSQL port. */
  public SessionObserver pgSessions() {
    return pgSessions;
  }

  /** Adds what can be read from a server. Called once, as soon as there is one. */
  public void watch(AdminView view, Supplier<HttpStatistics> http) {
    ViewMeters.register(registry, view, http);
    database = new DatabaseMeters(registry, view.database(), PhysicalClock.system());
    sequences = new SequenceMeters(registry, view.database(), config.sequencesMax());
  }

  /** Everything, in the text form of Prometheus. */
  public HttpAnswer page() {
    DatabaseMeters current = database;
    if (current != null) {
      current.refresh();
    }
    SequenceMeters met = sequences;
    if (met != null) {
      met.refresh();
    }
    return new HttpAnswer(OK, CONTENT_TYPE, registry.scrape().getBytes(UTF_8));
  }

  @Override
  public void close() {
    process.close();
    registry.close();
  }
}
