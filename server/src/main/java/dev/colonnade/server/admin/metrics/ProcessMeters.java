package dev.colonnade.server.admin.metrics;

import com.sun.management.OperatingSystemMXBean;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import java.lang.management.ManagementFactory;

/** Meters of the process: memory, threads, garbage collection, processors, files. */
final class ProcessMeters implements AutoCloseable {
  /** Micrometer's meter in nanoseconds, a unit that Prometheus's conventions exclude. */
  private static final String CPU_TIME = "process.cpu.time";

  /** Micrometer's gauge whose name ends like that of a part of a histogram. */
  private static final String CPU_COUNT = "system.cpu.count";

  private static final double NANOS_PER_SECOND = 1e9;

  private final JvmGcMetrics collections = new JvmGcMetrics();

  /** Creates the meters in a registry with the {@link #filters}. */
  ProcessMeters(MeterRegistry registry) {
    registerProcessorTime(registry);
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

  /** Adds the filters by which all meters have names that Prometheus accepts. */
  static void filters(MeterRegistry registry) {
    registry
        .config()
        .meterFilter(MeterFilter.denyNameStartsWith(CPU_TIME))
        .meterFilter(
            new MeterFilter() {
              @Override
              public Meter.Id map(Meter.Id id) {
                return id.getName().equals(CPU_COUNT) ? id.withName("system.cpus") : id;
              }
            });
  }

  private static void registerProcessorTime(MeterRegistry registry) {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
      FunctionCounter.builder(
              "process.cpu.seconds", system, bean -> bean.getProcessCpuTime() / NANOS_PER_SECOND)
          .description("Processor time of the process")
          .register(registry);
    }
  }

  @Override
  public void close() {
    collections.close();
  }
}
