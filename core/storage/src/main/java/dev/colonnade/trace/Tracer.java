package dev.colonnade.trace;

import org.jspecify.annotations.Nullable;

/** Source of spans, which decides which traces are recorded (sampling). Thread-safe. */
public interface Tracer extends AutoCloseable {
  /**
   * Starts the span of a request of a client.
   *
   * @param parent context that the client sent; null if it sent none
   * @param startNanos start in the time of {@link #nanos}
   * @return null if the trace is not recorded
   */
  @Nullable Span start(String name, @Nullable TraceContext parent, long startNanos);

  /** Returns the time of a monotonic clock, in nanoseconds. */
  long nanos();

  /** Exports the spans that have ended, and ends. Spans that end later are discarded. */
  @Override
  void close();
}
