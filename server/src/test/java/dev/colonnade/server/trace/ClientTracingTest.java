package dev.colonnade.server.trace;

import static dev.colonnade.server.trace.RecordedSpans.number;
import static dev.colonnade.server.trace.RecordedSpans.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.ScanStream;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.KeyBatch;
import dev.colonnade.client.table.WriteBatch;
import dev.colonnade.client.trace.OpenTelemetryTracer;
import dev.colonnade.server.Server;
import dev.colonnade.server.TestServers;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * Traces of applications that use the JDBC driver or the columnar client: from the application's
 * span over that of the client to those of the server.
 */
@Isolated("registers the OpenTelemetry of the process")
class ClientTracingTest {
  private static final RecordedSpans SERVER_SPANS = new RecordedSpans();
  private static final InMemorySpanExporter CLIENT_SPANS = InMemorySpanExporter.create();
  @TempDir private static Path folder;

  private static Server server;
  private static OpenTelemetrySdk sdk;
  private Span application;

  @BeforeAll
  static void start() throws SQLException {
    GlobalOpenTelemetry.resetForTest();
    sdk =
        OpenTelemetrySdk.builder()
            .setTracerProvider(
                SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(CLIENT_SPANS))
                    .build())
            .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
            .buildAndRegisterGlobal();
    server = TestServers.start(folder.resolve("store"));
    server.database().context().sql().traceWith(SERVER_SPANS.tracer(Sampler.alwaysOff()));
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      statement.execute("create table t (a bigint primary key, b text)");
      statement.execute("insert into t select i, 'row ' || i from generate_series(1, 3000) i");
    }
  }

  @AfterAll
  static void stop() {
    server.close();
    sdk.close();
    GlobalOpenTelemetry.resetForTest();
  }

  @BeforeEach
  void clear() {
    SERVER_SPANS.clear();
    CLIENT_SPANS.reset();
    application = sdk.getTracer("test").spanBuilder("application").startSpan();
  }

  private static Connection connect(String options) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:colonnade://127.0.0.1:%d/colonnade?user=postgres%s"
            .formatted(server.nativeAddress().getPort(), options));
  }

  private static SpanData client(String name) {
    List<SpanData> spans =
        CLIENT_SPANS.getFinishedSpanItems().stream()
            .filter(span -> span.getName().equals(name))
            .toList();
    assertThat(spans).as("%s", CLIENT_SPANS.getFinishedSpanItems()).hasSize(1);
    return spans.getFirst();
  }

  private void assertContinued(SpanData ofClient, SpanData ofServer) {
    assertThat(ofClient.getKind()).isEqualTo(SpanKind.CLIENT);
    assertThat(ofClient.getParentSpanId()).isEqualTo(application.getSpanContext().getSpanId());
    assertThat(ofClient.getTraceId()).isEqualTo(application.getSpanContext().getTraceId());
    assertThat(ofServer.getTraceId()).isEqualTo(ofClient.getTraceId());
    assertThat(ofServer.getParentSpanId()).isEqualTo(ofClient.getSpanId());
    assertThat(text(ofClient, "db.system.name")).isEqualTo("colonnade");
    assertThat(number(ofClient, "server.port")).isEqualTo(server.nativeAddress().getPort());
  }

  @Test
  void shouldContinueThroughTheJdbcDriver() throws SQLException {
    try (Connection connection = connect("&tracing=true");
        Scope _ = application.makeCurrent();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select count(*) from t")) {
      assertThat(rows.next()).isTrue();
    }
    assertContinued(client("SELECT"), SERVER_SPANS.only("SELECT"));
    assertThat(SERVER_SPANS.names()).contains("execute", "scan");
  }

  @Test
  void shouldContinueThroughPreparedStatementsAndBatches() throws SQLException {
    try (Connection connection = connect("&tracing=true");
        Scope _ = application.makeCurrent();
        PreparedStatement insert = connection.prepareStatement("insert into t values (?, ?)")) {
      insert.setLong(1, 10_001);
      insert.setString(2, "x");
      insert.addBatch();
      insert.setLong(1, 10_002);
      insert.setString(2, "y");
      insert.addBatch();
      insert.executeBatch();
    }
    assertContinued(client("PREPARE"), SERVER_SPANS.only("PREPARE"));
    assertContinued(client("INSERT"), SERVER_SPANS.only("INSERT"));
    assertThat(SERVER_SPANS.only("commit").getTraceId())
        .isEqualTo(application.getSpanContext().getTraceId());
  }

  @Test
  void shouldRecordFailures() throws SQLException {
    try (Connection connection = connect("&tracing=true");
        Scope _ = application.makeCurrent();
        Statement statement = connection.createStatement()) {
      assertThatThrownBy(() -> statement.execute("insert into t values (1, 'x')"))
          .isInstanceOf(SQLException.class);
    }
    assertThat(text(client("INSERT"), "db.response.status_code")).isEqualTo("23505");
    assertThat(text(SERVER_SPANS.only("INSERT"), "db.response.status_code")).isEqualTo("23505");
  }

  @Test
  void shouldSendNothingWithoutTheProperty() throws SQLException {
    try (Connection connection = connect("");
        Scope _ = application.makeCurrent();
        Statement statement = connection.createStatement()) {
      statement.execute("select 1");
    }
    assertThat(CLIENT_SPANS.getFinishedSpanItems()).isEmpty();
    assertThat(SERVER_SPANS.all()).isEmpty();
  }

  @Test
  void shouldContinueThroughTheColumnarClient() {
    try (ColonnadeClient client =
            ColonnadeClient.builder()
                .server("127.0.0.1", server.nativeAddress().getPort())
                .user("postgres")
                .tracer(OpenTelemetryTracer.of(sdk, "colonnade"))
                .build();
        Scope _ = application.makeCurrent()) {
      ClientTable table = client.table("t");
      KeyBatch keys = table.newKeys();
      keys.add().putLong(7).end();
      client.get(table.newGet(), keys).close();
      try (WriteBatch batch = table.newBatch()) {
        batch.insert().putAll(20_001L, "z").end();
        client.write(batch);
      }
      try (WriteBatch batch = table.newBatch()) {
        batch.insert().putAll(20_001L, "again").end();
        assertThatThrownBy(() -> client.write(batch)).isInstanceOf(ClientException.class);
      }
      try (ScanStream scan = client.scan(table.newScan())) {
        while (scan.next()) {
          assertThat(scan.page().rowCount()).isPositive();
        }
      }
    }
    assertContinued(client("GET"), SERVER_SPANS.only("GET"));
    assertContinued(client("SCAN"), SERVER_SPANS.only("SCAN"));
    assertThat(SERVER_SPANS.children(SERVER_SPANS.only("SCAN"))).isNotEmpty().containsOnly("scan");
    List<SpanData> writes = SERVER_SPANS.named("WRITE");
    assertThat(writes).hasSize(2);
    assertThat(writes)
        .anySatisfy(span -> assertThat(SERVER_SPANS.children(span)).contains("commit"))
        .anySatisfy(span -> assertThat(text(span, "db.response.status_code")).isEqualTo("23505"));
  }
}
