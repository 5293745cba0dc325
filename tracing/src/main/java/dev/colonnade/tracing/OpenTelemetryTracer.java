package dev.colonnade.tracing;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.trace.Span;
import dev.colonnade.trace.TraceContext;
import dev.colonnade.trace.Tracer;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Tracer of OpenTelemetry. Times of spans are those of the monotonic clock, converted to times of
 * day at the start of each trace.
 */
public final class OpenTelemetryTracer implements Tracer {
  private static final String SCOPE = "dev.colonnade.server";
  private static final long CLOSE_SECONDS = 5;

  private final SdkTracerProvider provider;
  private final io.opentelemetry.api.trace.Tracer spans;
  private final NanoTicker ticker;
  private final Clock clock;

  /**
   * Creates a tracer, which becomes the owner of the provider.
   *
   * @param ticker clock of the components that are traced
   * @param clock time of day
   */
  public OpenTelemetryTracer(SdkTracerProvider provider, NanoTicker ticker, Clock clock) {
    this.provider = requireNonNull(provider, "provider is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
    this.clock = requireNonNull(clock, "clock is null");
    this.spans = provider.get(SCOPE);
  }

  @Override
  public @Nullable Span start(String name, @Nullable TraceContext parent, long startNanos) {
    Instant now = clock.instant();
    long epochNanos = TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    RequestTrace trace = new RequestTrace(spans, ticker, epochNanos - ticker.nanos());
    SpanBuilder builder =
        spans
            .spanBuilder(name)
            .setSpanKind(SpanKind.SERVER)
            .setParent(parent == null ? Context.root() : remote(parent))
            .setStartTimestamp(trace.epochNanos(startNanos), TimeUnit.NANOSECONDS);
    io.opentelemetry.api.trace.Span span = builder.startSpan();
    return span.isRecording() ? new RecordedSpan(trace, span) : null;
  }

  private static Context remote(TraceContext parent) {
    SpanContext context =
        SpanContext.createFromRemoteParent(
            parent.traceId(),
            parent.spanId(),
            TraceFlags.fromByte((byte) parent.flags()),
            TraceState.getDefault());
    return Context.root().with(io.opentelemetry.api.trace.Span.wrap(context));
  }

  @Override
  public long nanos() {
    return ticker.nanos();
  }

  @Override
  public void close() {
    provider.shutdown().join(CLOSE_SECONDS, TimeUnit.SECONDS);
  }
}
