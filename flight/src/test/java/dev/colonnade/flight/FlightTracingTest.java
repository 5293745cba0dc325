package dev.colonnade.flight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.tracing.OpenTelemetryTracer;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.FlightCallHeaders;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.HeaderCallOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Statements of Flight SQL belong to the trace in the header of their call. */
@SuppressWarnings("try") // closing a stream may be interrupted
class FlightTracingTest {
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

  @TempDir private Path folder;

  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();

  @Test
  void shouldFollowTheHeaderOfACall() throws Exception {
    try (FlightFixture fixture = FlightFixture.trusting(folder)) {
      fixture.execute("create table t (a bigint primary key)", "insert into t values (1), (2)");
      SdkTracerProvider provider =
          SdkTracerProvider.builder()
              .setSampler(Sampler.parentBased(Sampler.alwaysOff()))
              .addSpanProcessor(SimpleSpanProcessor.create(exporter))
              .build();
      fixture
          .server()
          .database()
          .context()
          .sql()
          .traceWith(new OpenTelemetryTracer(provider, NanoTicker.system(), Clock.systemUTC()));
      FlightFixture.Connection connection = fixture.login();
      CallHeaders headers = new FlightCallHeaders();
      headers.insert("traceparent", "00-" + TRACE + "-00f067aa0ba902b7-01");
      HeaderCallOption traced = new HeaderCallOption(headers);

      FlightInfo info = connection.client().execute("select a from t", connection.option(), traced);
      assertThat(rows(connection, info, traced)).isEqualTo(2);
      FlightInfo untraced = connection.client().execute("select a from t", connection.option());
      assertThat(rows(connection, untraced)).isEqualTo(2);
    }
    List<SpanData> spans = exporter.getFinishedSpanItems();
    assertThat(spans).extracting(SpanData::getName).contains("PREPARE", "SELECT", "execute");
    assertThat(spans).extracting(SpanData::getTraceId).containsOnly(TRACE);
    assertThat(spans.stream().filter(span -> span.getName().equals("SELECT"))).hasSize(1);
  }

  private static int rows(
      FlightFixture.Connection connection, FlightInfo info, HeaderCallOption... options)
      throws Exception {
    org.apache.arrow.flight.CallOption[] all =
        new org.apache.arrow.flight.CallOption[options.length + 1];
    all[0] = connection.option();
    System.arraycopy(options, 0, all, 1, options.length);
    int count = 0;
    try (FlightStream stream =
        connection.client().getStream(info.getEndpoints().getFirst().getTicket(), all)) {
      while (stream.next()) {
        count += stream.getRoot().getRowCount();
      }
    }
    return count;
  }
}
