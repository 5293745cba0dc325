package dev.colonnade.server.admin.metrics;

import dev.colonnade.server.admin.AdminView;
import dev.colonnade.server.admin.ServerFacts;
import dev.colonnade.server.admin.http.HttpStatistics;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;

/** Measures what can be read from a server without asking its store. */
final class ViewMeters {
  private static final double NANOS_PER_SECOND = 1e9;

  private ViewMeters() {}

  static void register(MeterRegistry registry, AdminView view, Supplier<HttpStatistics> http) {
    server(registry, view);
    memory(registry, view.database().allocator());
    http(registry, http);
  }

  private static void server(MeterRegistry registry, AdminView view) {
    Reading.of(registry, view)
        .gauge(
            "colonnade.uptime.seconds",
            "Time since the start",
            server -> server.uptimeNanos() / NANOS_PER_SECOND);
    view.requestQueues()
        .forEach(
            (pool, queued) ->
                Reading.of(registry, queued)
                    .tag("pool", pool)
                    .gauge("colonnade.request.queue", "Requests waiting", IntSupplier::getAsInt));
    ServerFacts facts = view.facts();
    Gauge.builder("colonnade.build", () -> 1)
        .description("Always 1; the labels say which build this is")
        .tag("version", facts.version())
        .tag("commit", facts.commit())
        .tag("java", Runtime.version().toString())
        .register(registry);
  }

  private static void memory(MeterRegistry registry, BufferAllocator allocator) {
    Reading.of(registry, allocator)
        .gauge(
            "colonnade.direct.memory.bytes",
            "Memory of results outside the heap",
            BufferAllocator::getAllocatedMemory)
        .gauge(
            "colonnade.direct.memory.peak.bytes",
            "The most that it ever was",
            BufferAllocator::getPeakMemoryAllocation)
        .gauge(
            "colonnade.direct.memory.limit.bytes",
            "The most that it may be",
            BufferAllocator::getLimit);
  }

  private static void http(MeterRegistry registry, Supplier<HttpStatistics> http) {
    Reading.of(registry, http)
        .gauge(
            "colonnade.http.connections",
            "Connections open to the HTTP port",
            port -> port.get().openConnections())
        .counter("colonnade.http.requests", "HTTP requests answered", port -> port.get().requests())
        .counter(
            "colonnade.http.connections.refused",
            "HTTP connections over the limit",
            port -> port.get().refusedConnections())
        .counter(
            "colonnade.http.connections.timed.out",
            "HTTP connections that took too long",
            port -> port.get().timedOutConnections());
  }
}
