package dev.colonnade.server.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.Server;
import dev.colonnade.server.TestServers;
import dev.colonnade.server.config.load.ConfigLoader;
import dev.colonnade.server.config.load.ConfigSources;
import dev.colonnade.trace.TracerOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Export of spans to a collector, by OTLP over HTTP, as the configuration states it. */
class OtlpExportTest {
  @TempDir private Path folder;

  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private volatile String contentType = "";

  @Test
  void shouldSendSpansToTheCollector() throws Exception {
    HttpServer collector =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/v1/traces",
        exchange -> {
          contentType = String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type"));
          synchronized (received) {
            exchange.getRequestBody().transferTo(received);
          }
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    collector.start();
    try {
      String endpoint = "http://127.0.0.1:%d/v1/traces".formatted(collector.getAddress().getPort());
      try (Server server = start(endpoint)) {
        execute(
            server, "create table bills (id bigint primary key)", "insert into bills values (7)");
      } // closing sends what has ended
    } finally {
      collector.stop(0);
    }
    assertThat(contentType).isEqualTo("application/x-protobuf");
    String protobuf = received.toString(StandardCharsets.ISO_8859_1);
    assertThat(protobuf)
        .contains("service.name")
        .contains("shop-database")
        .contains("INSERT")
        .contains("insert into bills values ($1)")
        .contains("group write");
  }

  @Test
  void shouldServeWithoutACollector() throws Exception {
    try (Server server = start("http://127.0.0.1:1/v1/traces")) {
      execute(server, "create table bills (id bigint primary key)", "insert into bills values (7)");
    }
  }

  private Server start(String endpoint) {
    return Server.start(
        TestServers.config(folder.resolve("store"))
            .withTracing(new TracerOptions(Optional.of(endpoint), 1, "shop-database")),
        List.of());
  }

  private static void execute(Server server, String... statements) throws SQLException {
    String url =
        "jdbc:postgresql://127.0.0.1:%d/colonnade?user=postgres"
            .formatted(server.pgAddress().getPort());
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String text : statements) {
        statement.execute(text);
      }
    }
  }

  @Test
  void shouldReadTheConfiguration() throws IOException {
    TracerOptions read =
        configured(Map.of("COLONNADE_TRACING_ENDPOINT", "http://c:4318/v1/traces"));
    assertThat(read.endpoint()).contains("http://c:4318/v1/traces");
    assertThat(read.sampleRatio()).isEqualTo(TracerOptions.RATIO_DEFAULT);
    assertThat(configured(Map.of()).isOn()).isFalse();
    assertThat(
            configured(
                    Map.of(
                        "COLONNADE_TRACING_SAMPLE_RATIO", "0.25",
                        "COLONNADE_TRACING_SERVICE_NAME", "shop"))
                .sampleRatio())
        .isEqualTo(0.25);
    assertInvalid(Map.of("COLONNADE_TRACING_ENDPOINT", "tcp://c"), "endpoint=tcp://c");
    assertInvalid(Map.of("COLONNADE_TRACING_SAMPLE_RATIO", "2"), "tracing.sample-ratio");
  }

  private static void assertInvalid(Map<String, String> environment, String message) {
    assertThatThrownBy(() -> configured(environment))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION))
        .hasMessageContaining(message);
  }

  private static TracerOptions configured(Map<String, String> environment) {
    return ConfigLoader.load(
            new ConfigSources(
                null,
                environment,
                Map.of("store.folder", new ConfigSources.Option("--store", "data"))))
        .config()
        .tracing();
  }
}
