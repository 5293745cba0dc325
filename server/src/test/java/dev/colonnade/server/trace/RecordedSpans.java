package dev.colonnade.server.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.trace.Tracer;
import dev.colonnade.tracing.OpenTelemetryTracer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Spans that a server has recorded, in memory. */
final class RecordedSpans {
  private static final Duration WAIT = Duration.ofSeconds(30);

  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();

  /** Returns a tracer that records all requests, or only those of clients that record them. */
  Tracer tracer(Sampler withoutClient) {
    return new OpenTelemetryTracer(
        SdkTracerProvider.builder()
            .setSampler(Sampler.parentBased(withoutClient))
            .addSpanProcessor(SimpleSpanProcessor.create(exporter))
            .build(),
        NanoTicker.system(),
        Clock.systemUTC());
  }

  void clear() {
    exporter.reset();
  }

  List<SpanData> all() {
    return exporter.getFinishedSpanItems();
  }

  /** Returns the only span of a name, which may end a little later than its response is sent. */
  SpanData only(String name) {
    long end = System.nanoTime() + WAIT.toNanos();
    while (named(name).isEmpty() && System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    assertThat(named(name)).as("%s in %s", name, names()).hasSize(1);
    return named(name).getFirst();
  }

  List<SpanData> named(String name) {
    return all().stream().filter(span -> span.getName().equals(name)).toList();
  }

  List<String> names() {
    return all().stream().map(SpanData::getName).toList();
  }

  /** Returns the names of the children of a span, in the order of their start. */
  List<String> children(SpanData parent) {
    return all().stream()
        .filter(span -> span.getParentSpanId().equals(parent.getSpanId()))
        .sorted(
            (left, right) -> Long.compare(left.getStartEpochNanos(), right.getStartEpochNanos()))
        .map(SpanData::getName)
        .toList();
  }

  static @Nullable String text(SpanData span, String key) {
    return span.getAttributes().get(AttributeKey.stringKey(key));
  }

  static long number(SpanData span, String key) {
    return Objects.requireNonNull(span.getAttributes().get(AttributeKey.longKey(key)), key);
  }
}
