package dev.colonnade.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.flight.FlightFixture.Connection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.sql.FlightSqlClient.ExecuteIngestOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the metrics of the port. */
class FlightMetricsTest {
  @TempDir Path folder;
  private FlightFixture fixture;
  private Connection connection;

  @BeforeEach
  void start() {
    fixture = FlightFixture.trusting(folder.resolve("store"));
    connection = fixture.login();
  }

  @AfterEach
  void stop() throws Exception {
    fixture.close();
  }

  private String scrape() throws Exception {
    URI uri =
        URI.create("http://127.0.0.1:" + fixture.server().httpAddress().getPort() + "/metrics");
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }

  /** Returns the value of a series. */
  private double value(String series) throws Exception {
    return scrape()
        .lines()
        .filter(line -> line.startsWith(series + " "))
        .map(line -> Double.parseDouble(line.substring(series.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no series: " + series));
  }

  private static String requests(String kind, String outcome) {
    return "colonnade_flight_requests_total{kind=\"%s\",outcome=\"%s\"}".formatted(kind, outcome);
  }

  @Test
  void shouldCountCallsRowsAndBytes() throws Exception {
    assertThat(value(requests("handshake", "ok"))).isEqualTo(1);
    assertThat(connection.query("SELECT generate_series(1, 100000) AS n")).hasSize(100_000);
    assertThatThrownBy(() -> connection.query("SELECT nosuch"))
        .isInstanceOf(FlightRuntimeException.class);
    ingest(300);

    Awaitility.await().until(() -> value("colonnade_flight_requests_in_flight") == 0);
    assertThat(value(requests("get_flight_info", "ok"))).isEqualTo(1);
    assertThat(value(requests("get_flight_info", "user_error"))).isEqualTo(1);
    assertThat(value(requests("do_get", "ok"))).isEqualTo(1);
    assertThat(value(requests("do_put", "ok"))).isEqualTo(1);
    assertThat(value("colonnade_flight_sent_rows_total")).isEqualTo(100_000);
    assertThat(value("colonnade_flight_received_rows_total")).isEqualTo(300);
    assertThat(value("colonnade_flight_sent_bytes_total")).isBetween(400_000.0, 2_000_000.0);
    assertThat(value("colonnade_flight_received_bytes_total")).isBetween(2_400.0, 100_000.0);
    assertThat(value("colonnade_flight_request_seconds_count{kind=\"do_get\"}")).isEqualTo(1);
    assertThat(value("colonnade_flight_request_seconds_sum{kind=\"do_get\"}")).isPositive();
    assertThat(value("colonnade_flight_sessions")).isEqualTo(1);
  }

  private void ingest(int count) {
    ExecuteIngestOptions options =
        new ExecuteIngestOptions(
            "t",
            TableDefinitionOptions.newBuilder()
                .setIfNotExist(TableNotExistOption.TABLE_NOT_EXIST_OPTION_CREATE)
                .setIfExists(TableExistsOption.TABLE_EXISTS_OPTION_FAIL)
                .build(),
            false,
            null,
            null,
            null);
    BigIntVector ids = new BigIntVector("id", fixture.allocator());
    for (int i = 0; i < count; i++) {
      ids.setSafe(i, i);
    }
    ids.setValueCount(count);
    try (VectorSchemaRoot root = VectorSchemaRoot.of(ids)) {
      root.setRowCount(count);
      assertThat(connection.client().executeIngest(root, options, connection.option()))
          .isEqualTo(count);
    }
  }
}
