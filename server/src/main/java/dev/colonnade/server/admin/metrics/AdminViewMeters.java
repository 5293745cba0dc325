package dev.colonnade.server.admin.metrics;

import dev.colonnade.server.admin.http.HttpStatistics;
import dev.colonnade.server.admin.view.AdminView;
import dev.colonnade.server.admin.view.ServerInfo;
import dev.colonnade.sql.execute.ExecutionResources;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;

/** Meters that are read from a server without access to its store. */
final class AdminViewMeters {
  private static final double NANOS_PER_SECOND = 1e9;

  private AdminViewMeters() {}

  static void register(MeterRegistry registry, AdminView view, Supplier<HttpStatistics> http) {
    server(registry, view);
    memory(registry, view.database().allocator());
    queries(registry, view.database().context().resources());
    http(registry, http);
  }

  private static void server(MeterRegistry registry, AdminView view) {
    PolledMeters.of(registry, view)
        .gauge(
            "colonnade.uptime.seconds",
            "Time since the start of the server",
            server -> server.uptimeNanos() / NANOS_PER_SECOND);
    view.requestQueues()
        .forEach(
            (pool, queued) ->
                PolledMeters.of(registry, queued)
                    .tag("pool", pool)
                    .gauge(
                        "colonnade.request.queue",
                        "Requests in the queue of a thread pool",
                        IntSupplier::getAsInt));
    ServerInfo info = view.info();
    Gauge.builder("colonnade.build", () -> 1)
        .description("Always 1; the labels identify the build")
        .tag("version", info.version())
        .tag("commit", info.commit())
        .tag("java", Runtime.version().toString())
        .register(registry);
  }

  private static void memory(MeterRegistry registry, BufferAllocator allocator) {
    PolledMeters.of(registry, allocator)
        .gauge(
            "colonnade.direct.memory.bytes",
            "Direct memory of results",
            BufferAllocator::getAllocatedMemory)
        .gauge(
            "colonnade.direct.memory.peak.bytes",
            "Peak of the direct memory of results",
            BufferAllocator::getPeakMemoryAllocation)
        .gauge(
            "colonnade.direct.memory.limit.bytes",
            "Limit of the direct memory of results",
            BufferAllocator::getLimit);
  }

  private static void queries(MeterRegistry registry, ExecutionResources resources) {
    PolledMeters.of(registry, resources)
        .gauge(
            "colonnade.query.memory.bytes",
            "Memory that queries have reserved",
            queries -> queries.memory().bytesUsed())
        .gauge(
            "colonnade.query.memory.limit.bytes",
            "Limit of the memory of all queries",
            queries -> queries.memory().bytesMax())
        .gauge(
            "colonnade.query.memory.waiting",
            "Queries that wait for memory",
            queries -> queries.memory().waitingCount())
        .gauge(
            "colonnade.query.temporary.files",
            "Temporary files of queries",
            queries -> queries.spill().fileCount())
        .gauge(
            "colonnade.query.temporary.bytes",
            "Bytes of the temporary files of queries",
            queries -> queries.spill().bytes())
        .counter(
            "colonnade.query.temporary.written.bytes",
            "Bytes written to temporary files",
            queries -> queries.spill().bytesWritten());
  }

  private static void http(MeterRegistry registry, Supplier<HttpStatistics> http) {
    PolledMeters.of(registry, http)
        .gauge(
            "colonnade.http.connections",
            "Open connections of the HTTP port",
            port -> port.get().openConnections())
        .counter(
            "colonnade.http.requests", "Completed HTTP requests", port -> port.get().requests())
        .counter(
            "colonnade.http.connections.refused",
            "HTTP connections rejected at the connection limit",
            port -> port.get().refusedConnections())
        .counter(
            "colonnade.http.connections.timed.out",
            "HTTP connections closed by a timeout",
            port -> port.get().timedOutConnections());
  }
}
