package dev.colonnade.trace;

import org.jspecify.annotations.Nullable;

/**
 * Recorded operation of a trace. One thread at a time sets attributes and ends it; any thread
 * starts children. A span that never ends is not exported.
 */
public interface Span {
  /**
   * Starts a child.
   *
   * @param startNanos start in the time of {@link Tracer#nanos}
   * @return null if the trace has the maximum number of spans already
   */
  @Nullable Span child(String name, long startNanos);

  /** Variant of {@link #child(String, long)} that starts now. */
  @Nullable Span child(String name);

  /** Sets an attribute, and returns this span. */
  Span set(String key, String value);

  /** Sets an attribute, and returns this span. */
  Span set(String key, long value);

  /**
   * Records the failure of the operation, by its SQLSTATE only: messages may contain values of
   * rows.
   */
  Span failed(String sqlState);

  /** Ends the span at a time of {@link Tracer#nanos}. */
  void end(long endNanos);

  /** Ends the span now. */
  void end();
}
