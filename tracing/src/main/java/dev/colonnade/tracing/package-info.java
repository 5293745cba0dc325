/**
 * Traces by OpenTelemetry: spans of the server, sent to a collector by OTLP over HTTP. Start at
 * {@link dev.colonnade.tracing.OpenTelemetryTracerProvider}, which the server finds by {@link
 * java.util.ServiceLoader}. May depend on {@code dev.colonnade.trace} and OpenTelemetry.
 */
@NullMarked
package dev.colonnade.tracing;

import org.jspecify.annotations.NullMarked;
