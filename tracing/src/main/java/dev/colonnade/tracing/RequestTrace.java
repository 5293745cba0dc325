package dev.colonnade.tracing;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import io.opentelemetry.api.trace.Tracer;
import java.util.concurrent.atomic.AtomicInteger;

/** State that the spans of one request share: their clock and their number. Thread-safe. */
final class RequestTrace {
  /** Maximum number of spans of one request. */
  static final int SPANS_MAX = 512;

  private final Tracer spans;
  private final NanoTicker ticker;
  private final long epochOffsetNanos;
  private final AtomicInteger spanCount = new AtomicInteger(1);

  /**
   * Creates the state.
   *
   * @param epochOffsetNanos nanoseconds from 1970 to the zero of the ticker
   */
  RequestTrace(Tracer spans, NanoTicker ticker, long epochOffsetNanos) {
    this.spans = requireNonNull(spans, "spans is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
    this.epochOffsetNanos = epochOffsetNanos;
  }

  Tracer spans() {
    return spans;
  }

  long nanos() {
    return ticker.nanos();
  }

  /** Returns a time of the ticker as nanoseconds since 1970. */
  long epochNanos(long nanos) {
    return epochOffsetNanos + nanos;
  }

  /** Counts a further span; returns false if there are as many as permitted already. */
  boolean tryAddSpan() {
    return spanCount.incrementAndGet() <= SPANS_MAX;
  }

  /** Returns the number of spans that were omitted. */
  int omittedCount() {
    return Math.max(0, spanCount.get() - SPANS_MAX);
  }
}
