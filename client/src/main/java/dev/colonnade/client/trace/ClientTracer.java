package dev.colonnade.client.trace;

/** Source of the spans of requests. Thread-safe. */
@FunctionalInterface
public interface ClientTracer {
  /** Tracer without spans. */
  ClientTracer NONE = operation -> ClientSpan.NONE;

  /**
   * Starts the span of a request, as a child of what the calling thread traces.
   *
   * @param operation name of the operation, such as {@code SELECT}
   */
  ClientSpan start(String operation);
}
