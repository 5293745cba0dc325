/**
 * Spans of the requests of clients, for distributed traces.
 *
 * <p>Start with {@link dev.colonnade.client.trace.ClientTracer}. OpenTelemetry's interfaces are an
 * optional dependency, which only {@link dev.colonnade.client.trace.OpenTelemetryTracer} needs.
 * Depends on {@code protocol.frame}.
 */
@NullMarked
package dev.colonnade.client.trace;

import org.jspecify.annotations.NullMarked;
