package dev.colonnade.tracing;

import static java.util.Objects.requireNonNull;

import dev.colonnade.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Span of OpenTelemetry. */
final class RecordedSpan implements Span {
  private final RequestTrace trace;
  private final io.opentelemetry.api.trace.Span span;

  RecordedSpan(RequestTrace trace, io.opentelemetry.api.trace.Span span) {
    this.trace = requireNonNull(trace, "trace is null");
    this.span = requireNonNull(span, "span is null");
  }

  @Override
  public @Nullable Span child(String name, long startNanos) {
    if (!trace.tryAddSpan()) {
      return null;
    }
    return new RecordedSpan(
        trace,
        trace
            .spans()
            .spanBuilder(name)
            .setParent(Context.root().with(span))
            .setStartTimestamp(trace.epochNanos(startNanos), TimeUnit.NANOSECONDS)
            .startSpan());
  }

  @Override
  public @Nullable Span child(String name) {
    return child(name, trace.nanos());
  }

  @Override
  public Span set(String key, String value) {
    span.setAttribute(key, value);
    return this;
  }

  @Override
  public Span set(String key, long value) {
    span.setAttribute(key, value);
    return this;
  }

  @Override
  public Span failed(String sqlState) {
    span.setStatus(StatusCode.ERROR)
        .setAttribute("db.response.status_code", sqlState)
        .setAttribute("error.type", sqlState);
    return this;
  }

  @Override
  public void end(long endNanos) {
    if (trace.omittedCount() > 0) {
      span.setAttribute("colonnade.spans.omitted", (long) trace.omittedCount());
    }
    span.end(trace.epochNanos(endNanos), TimeUnit.NANOSECONDS);
  }

  @Override
  public void end() {
    end(trace.nanos());
  }
}
