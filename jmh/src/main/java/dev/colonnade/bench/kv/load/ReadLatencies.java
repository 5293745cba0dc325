package dev.colonnade.bench.kv.load;

import dev.colonnade.bench.harness.MeasurementLog;
import org.HdrHistogram.Histogram;

/** Measurements of the latencies of reads. */
public final class ReadLatencies {
  private static final double NANOS_PER_MICRO = 1e3;

  private ReadLatencies() {}

  public static void log(String prefix, Histogram latencies, MeasurementLog log) {
    log.add(prefix + "read.count", (double) latencies.getTotalCount(), MeasurementLog.COUNT);
    log.add(
        prefix + "read.p99",
        latencies.getValueAtPercentile(99) / NANOS_PER_MICRO,
        MeasurementLog.MICROS);
    log.add(prefix + "read.max", latencies.getMaxValue() / NANOS_PER_MICRO, MeasurementLog.MICROS);
  }
}
