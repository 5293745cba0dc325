package dev.colonnade.tracing;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.trace.Span;
import dev.colonnade.trace.TraceContext;
import dev.colonnade.trace.Tracer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class OpenTelemetryTracerTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05.000000007Z");
  private static final long NOW_NANOS = NOW.getEpochSecond() * 1_000_000_000 + 7;
  private static final TraceContext RECORDED =
      new TraceContext("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7", 1);
  private static final TraceContext UNRECORDED =
      new TraceContext(RECORDED.traceId(), RECORDED.spanId(), 0);

  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
  private long nanos = 1_000;

  private Tracer tracer(double ratio) {
    return new OpenTelemetryTracer(
        SdkTracerProvider.builder()
            .setSampler(OpenTelemetryTracerProvider.sampler(ratio))
            .addSpanProcessor(SimpleSpanProcessor.create(exporter))
            .build(),
        () -> nanos,
        Clock.fixed(NOW, ZoneOffset.UTC));
  }

  private SpanData exported(String name) {
    return exporter.getFinishedSpanItems().stream()
        .filter(span -> span.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void shouldContinueTheTraceOfTheClient() {
    Span span = requireNonNull(tracer(0).start("SELECT", RECORDED, nanos));
    requireNonNull(span.child("execute")).end();
    span.end();

    assertThat(exported("SELECT").getTraceId()).isEqualTo(RECORDED.traceId());
    assertThat(exported("SELECT").getParentSpanId()).isEqualTo(RECORDED.spanId());
    assertThat(exported("SELECT").getParentSpanContext().isRemote()).isTrue();
    assertThat(exported("SELECT").getKind()).isEqualTo(SpanKind.SERVER);
    assertThat(exported("execute").getTraceId()).isEqualTo(RECORDED.traceId());
    assertThat(exported("execute").getParentSpanId()).isEqualTo(exported("SELECT").getSpanId());
    assertThat(exported("execute").getKind()).isEqualTo(SpanKind.INTERNAL);
  }

  @Test
  void shouldRecordNoTraceThatTheClientDoesNotRecord() {
    assertThat(tracer(1).start("SELECT", UNRECORDED, nanos)).isNull();
  }

  @Test
  void shouldRecordAPartOfTheTracesWithoutAClient() {
    assertThat(tracer(0).start("SELECT", null, nanos)).isNull();
    assertThat(tracer(1).start("SELECT", null, nanos)).isNotNull();
    Tracer half = tracer(0.5);
    int recorded = 0;
    for (int i = 0; i < 1_000; i++) {
      recorded += half.start("SELECT", null, nanos) == null ? 0 : 1;
    }
    assertThat(recorded).isBetween(400, 600);
  }

  @Test
  void shouldConvertTimesOfTheMonotonicClock() {
    Span span = requireNonNull(tracer(1).start("SELECT", null, nanos - 300));
    requireNonNull(span.child("plan", nanos - 200)).end(nanos - 100);
    nanos += 50;
    span.end();

    assertThat(exported("SELECT").getStartEpochNanos()).isEqualTo(NOW_NANOS - 300);
    assertThat(exported("SELECT").getEndEpochNanos()).isEqualTo(NOW_NANOS + 50);
    assertThat(exported("plan").getStartEpochNanos()).isEqualTo(NOW_NANOS - 200);
    assertThat(exported("plan").getEndEpochNanos()).isEqualTo(NOW_NANOS - 100);
  }

  @Test
  void shouldRecordAttributesAndFailures() {
    Span span = requireNonNull(tracer(1).start("INSERT", null, nanos));
    span.set("db.namespace", "shop").set("db.response.returned_rows", 3).failed("23505").end();

    SpanData data = exported("INSERT");
    assertThat(data.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(data.getAttributes().get(AttributeKey.stringKey("db.namespace"))).isEqualTo("shop");
    assertThat(data.getAttributes().get(AttributeKey.longKey("db.response.returned_rows")))
        .isEqualTo(3);
    assertThat(data.getAttributes().get(AttributeKey.stringKey("db.response.status_code")))
        .isEqualTo("23505");
  }

  @Test
  void shouldLimitTheSpansOfARequest() {
    Span span = requireNonNull(tracer(1).start("SELECT", null, nanos));
    for (int i = 1; i < RequestTrace.SPANS_MAX; i++) {
      requireNonNull(span.child("scan")).end();
    }
    assertThat(span.child("scan")).isNull();
    assertThat(span.child("scan")).isNull();
    span.end();

    assertThat(exporter.getFinishedSpanItems()).hasSize(RequestTrace.SPANS_MAX);
    assertThat(
            exported("SELECT").getAttributes().get(AttributeKey.longKey("colonnade.spans.omitted")))
        .isEqualTo(2);
  }

  @Test
  void shouldExportNothingThatHasNotEnded() {
    try (Tracer tracer = tracer(1)) {
      assertThat(tracer.start("SELECT", null, nanos)).isNotNull();
    }
    assertThat(exporter.getFinishedSpanItems()).isEmpty();
  }
}
