package dev.colonnade.server.admin.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.engine.Session;
import dev.colonnade.protocol.RequestType;
import dev.colonnade.sequence.Sequence;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.server.admin.FakeAdminView;
import dev.colonnade.server.admin.http.HttpStatistics;
import dev.colonnade.server.config.MetricsConfig;
import dev.colonnade.server.flight.FlightObserver;
import dev.colonnade.server.net.observer.RequestOutcome;
import dev.colonnade.server.pg.wire.FrontendMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerMetersTest {
  /** Bound on the cost of a scrape; to be raised only on purpose. */
  private static final int SERIES_MAX = 1_500;

  private static final Path MANUAL = Path.of("..", "docs", "operations.md");
  private static final Pattern ROW = Pattern.compile("^\\| `(colonnade_[a-z_]+)`");

  @TempDir Path folder;

  private FakeAdminView view;
  private FlightObserver flight;
  private final ServerMeters meters = new ServerMeters(new MetricsConfig(2));

  @BeforeEach
  void open() {
    view = new FakeAdminView(folder);
    meters.watch(view, () -> new HttpStatistics(1, 2, 3, 4));
    flight = meters.flight();
  }

  @AfterEach
  void close() {
    meters.close();
    view.close();
  }

  @Test
  void shouldHaveTheDocumentedMetrics() throws IOException {
    Set<String> listed = new TreeSet<>();
    for (String line : Files.readAllLines(MANUAL)) {
      Matcher row = ROW.matcher(line);
      if (row.find()) {
        listed.add(row.group(1));
      }
    }
    assertThat(present()).isEqualTo(listed);
  }

  @Test
  void shouldHaveABoundedNumberOfSeries() {
    assertThat(scrape().lines().filter(line -> !line.startsWith("#")))
        .hasSizeBetween(100, SERIES_MAX);
  }

  @Test
  void shouldDescribeEveryMetric() {
    String page = scrape();
    page.lines()
        .filter(line -> line.startsWith("# TYPE "))
        .map(line -> line.split(" ", 4)[2])
        .forEach(name -> assertThat(page).contains("# HELP " + name + " "));
  }

  @Test
  void shouldCountRequests() {
    meters.requests().started(RequestType.SCAN);
    meters.requests().started(RequestType.GET);
    meters.requests().pageRead(RequestType.SCAN, 100, 2000);
    meters.requests().scanned(RequestType.SCAN, 5000, 101);
    meters.requests().ended(RequestType.SCAN, RequestOutcome.OK, 2_000_000);
    meters.requests().written(7, 700);
    assertThat(scrape())
        .contains("colonnade_requests_in_flight 1.0")
        .contains("colonnade_requests_total{kind=\"scan\",outcome=\"ok\"} 1.0")
        .contains("colonnade_requests_total{kind=\"get\",outcome=\"ok\"} 0.0")
        .contains("colonnade_request_seconds_bucket{kind=\"scan\",le=\"0.001\"} 0")
        .contains("colonnade_request_seconds_bucket{kind=\"scan\",le=\"0.0025\"} 1")
        .contains("colonnade_request_seconds_sum{kind=\"scan\"} 0.002")
        .contains("colonnade_read_rows_total{kind=\"scan\"} 100.0")
        .contains("colonnade_read_encoded_bytes_total{kind=\"scan\"} 2000.0")
        .contains("colonnade_read_scanned_bytes_total{kind=\"scan\"} 5000.0")
        .contains("colonnade_read_cursor_steps_total{kind=\"scan\"} 101.0")
        .contains("colonnade_read_pages_total{kind=\"scan\"} 1.0")
        .contains("colonnade_written_rows_total 7.0");
  }

  @Test
  void shouldCountConnections() {
    meters.connections().opened();
    meters.connections().opened();
    meters.connections().closed();
    meters.connections().refused();
    meters.connections().received(10);
    meters.connections().sent(20);
    assertThat(scrape())
        .contains("colonnade_connections 1.0")
        .contains("colonnade_connections_opened_total 2.0")
        .contains("colonnade_connections_refused_total 1.0")
        .contains("colonnade_received_bytes_total 10.0")
        .contains("colonnade_sent_bytes_total 20.0");
  }

  @Test
  void shouldCountTheRequestsOfPostgresqlClients() {
    meters.pgConnections().opened();
    meters.pgConnections().refused();
    meters.pgConnections().received(30);
    meters.pgSessions().received(new FrontendMessage.Query("select 1"));
    meters.pgSessions().received(new FrontendMessage.DescribePortal(""));
    meters.pgSessions().received(new FrontendMessage.DescribeStatement(""));
    meters.pgSessions().completed(true, 2_000_000);
    meters.pgSessions().failed("42601");
    meters.pgSessions().failed("42P01");
    meters.pgSessions().failed("ZZ000");
    assertThat(scrape())
        .contains("colonnade_pg_connections 1.0")
        .contains("colonnade_pg_connections_refused_total 1.0")
        .contains("colonnade_pg_received_bytes_total 30.0")
        .contains("colonnade_connections 0.0")
        .contains("colonnade_pg_messages_total{type=\"query\"} 1.0")
        .contains("colonnade_pg_messages_total{type=\"describe\"} 2.0")
        .contains("colonnade_pg_messages_total{type=\"copy_data\"} 0.0")
        .contains("colonnade_pg_request_seconds_bucket{kind=\"simple\",le=\"0.0025\"} 1")
        .contains("colonnade_pg_request_seconds_count{kind=\"extended\"} 0")
        .contains("colonnade_pg_errors_total{class=\"42\"} 2.0")
        .contains("colonnade_pg_errors_total{class=\"other\"} 1.0");
  }

  @Test
  void shouldCountTheCallsOfFlightSql() {
    flight.sessions(() -> 4);
    flight.started();
    flight.started();
    flight.ended(FlightObserver.Method.DO_GET, RequestOutcome.CANCELED, 2_000_000);
    flight.received(100);
    flight.sent(2_000);
    flight.rowsReceived(7);
    flight.rowsSent(80);
    assertThat(scrape())
        .contains("colonnade_flight_sessions 4.0")
        .contains("colonnade_flight_requests_in_flight 1.0")
        .contains("colonnade_flight_requests_total{kind=\"do_get\",outcome=\"canceled\"} 1.0")
        .contains("colonnade_flight_requests_total{kind=\"do_put\",outcome=\"ok\"} 0.0")
        .contains("colonnade_flight_request_seconds_bucket{kind=\"do_get\",le=\"0.0025\"} 1")
        .contains("colonnade_flight_received_bytes_total 100.0")
        .contains("colonnade_flight_sent_bytes_total 2000.0")
        .contains("colonnade_flight_received_rows_total 7.0")
        .contains("colonnade_flight_sent_rows_total 80.0");
  }

  @Test
  void shouldHaveNoMetersOfFlightSqlWithoutItsPort() {
    try (ServerMeters others = new ServerMeters(new MetricsConfig(2))) {
      others.watch(view, () -> new HttpStatistics(1, 2, 3, 4));
      assertThat(new String(others.page(true).body(), UTF_8)).doesNotContain("colonnade_flight");
    }
  }

  @Test
  void shouldMeasureTheServerAndItsDatabase() {
    assertThat(scrape())
        .contains("colonnade_ranges 1.0")
        .contains("colonnade_uptime_seconds 90.5")
        .contains("colonnade_published_age_seconds 0.0")
        .contains("colonnade_request_queue{pool=\"read\"} 3.0")
        .contains("colonnade_http_connections_timed_out_total 3.0")
        .contains("colonnade_direct_memory_limit_bytes ")
        .contains("version=\"1.2.3\"")
        .containsPattern("colonnade_store_memtable_bytes\\{space=\"rows\"} [0-9]")
        .containsPattern("jvm_memory_used_bytes\\{area=\"heap\"");
  }

  @Test
  void shouldLimitTheNumberOfSequencesWithTheirOwnSeries() {
    List.of("a", "b", "c", "other").forEach(this::createAndAllocate);
    assertThat(scrape())
        .contains("colonnade_sequence_refills_total{sequence=\"a\"} 1.0")
        .contains("colonnade_sequence_refills_total{sequence=\"b\"} 1.0")
        .contains("colonnade_sequence_reserved{sequence=\"b\"} 100.0")
        .contains("colonnade_sequence_refills_total{sequence=\"other\"} 2.0")
        .doesNotContain("{sequence=\"c\"}");
    try (Session session = view.database().session("test")) {
      session.defineSequence(sequences -> sequences.rename("b", "d"));
      session.defineSequence(
          sequences -> {
            sequences.drop("a");
            return sequences;
          });
    }
    assertThat(scrape())
        .doesNotContain("{sequence=\"a\"}")
        .doesNotContain("{sequence=\"b\"}")
        .contains("colonnade_sequence_refills_total{sequence=\"c\"} 1.0")
        .contains("colonnade_sequence_refills_total{sequence=\"d\"} 1.0")
        .contains("colonnade_sequence_refills_total{sequence=\"other\"} 1.0");
    createAndAllocate("a");
    assertThat(scrape()).contains("colonnade_sequence_refills_total{sequence=\"other\"} 2.0");
  }

  private void createAndAllocate(String name) {
    try (Session session = view.database().session("test")) {
      Sequence created =
          session.defineSequence(sequences -> sequences.create(name, SequenceOptions.defaults()));
      session.sequences().next(created, Long.MAX_VALUE).join();
    }
  }

  private Set<String> present() {
    return scrape()
        .lines()
        .filter(line -> line.startsWith("# TYPE colonnade_"))
        .map(line -> line.split(" ", 4)[2])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private String scrape() {
    return new String(meters.page(true).body(), UTF_8);
  }
}
