package dev.colonnade.server.admin.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;

/** Meters of the process: memory, threads, garbage collection, processors, files. */
final class ProcessMeters implements AutoCloseable {
  private final JvmGcMetrics collections = new JvmGcMetrics();

  ProcessMeters(MeterRegistry registry) {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    collections.bindTo(registry);
    if (ByteBufAllocator.DEFAULT instanceof ByteBufAllocatorMetricProvider provider) {
      Gauge.builder(
              "colonnade.network.memory.bytes",
              provider,
              sockets -> sockets.metric().usedDirectMemory())
          .description("Direct memory of network buffers")
          .strongReference(true)
          .register(registry);
    }
  }

  @Override
  public void close() {
    collections.close();
  }
}
