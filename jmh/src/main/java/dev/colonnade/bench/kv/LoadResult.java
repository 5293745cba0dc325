package dev.colonnade.bench.kv;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.MeasurementLog;
import dev.colonnade.bench.report.Figures;
import java.util.List;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * What came of a load.
 *
 * @param split how the server split ranges
 * @param samples of its ranges from before the first write until nothing was left to be split
 */
record LoadResult(SplitSetup split, Times times, Writes writes, List<RangeSample> samples) {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;

  LoadResult {
    requireNonNull(split, "split is null");
    requireNonNull(times, "times is null");
    requireNonNull(writes, "writes is null");
    samples = List.copyOf(samples);
  }

  /** The largest range of the whole run, by the limit. */
  double largestRatio() {
    return (double) largestBytes() / split.rangeBytesMax();
  }

  /** The largest range from the end of the warm-up on, by the limit. */
  double steadyRatio() {
    long largest = 0;
    for (RangeSample sample : samples) {
      if (sample.nanos() >= times.countFromNanos) {
        largest = Math.max(largest, sample.largestBytes());
      }
    }
    return (double) largest / split.rangeBytesMax();
  }

  long largestBytes() {
    return max(RangeSample::largestBytes);
  }

  /** Most ranges that waited to be split. */
  long queueLengthMax() {
    return max(RangeSample::waiting);
  }

  /** Writes a second. */
  double throughput() {
    return Figures.perSecond(writes.latencies.getTotalCount(), countedNanos());
  }

  double percentileMicros(double percentile) {
    return writes.latencies.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
  }

  /** From the last write until nothing was left to be split. */
  double settleSeconds() {
    return (times.settledNanos - times.endNanos) / NANOS_PER_SECOND;
  }

  long splits() {
    return samples.getLast().splits() - samples.getFirst().splits();
  }

  long rangeCount() {
    return samples.getLast().rangeCount();
  }

  void log(String prefix, MeasurementLog log) {
    log.add(prefix + "range.largest.ratio", largestRatio(), MeasurementLog.RATIO);
    log.add(prefix + "range.largest.steady_ratio", steadyRatio(), MeasurementLog.RATIO);
    log.add(prefix + "range.largest.bytes", (double) largestBytes(), MeasurementLog.BYTES);
    log.add(prefix + "queue.length.max", (double) queueLengthMax(), MeasurementLog.COUNT);
    log.add(prefix + "queue.settle_seconds", settleSeconds(), "s");
    log.add(prefix + "write.throughput", throughput(), MeasurementLog.PER_SECOND);
    log.add(
        prefix + "write.bytes_per_second",
        Figures.perSecond(writes.writtenBytes, countedNanos()),
        MeasurementLog.BYTES);
    log.add(prefix + "write.p50", percentileMicros(50), MeasurementLog.MICROS);
    log.add(prefix + "write.p99", percentileMicros(99), MeasurementLog.MICROS);
    log.add(prefix + "write.max", percentileMicros(100), MeasurementLog.MICROS);
    log.add(prefix + "write.refused", (double) writes.refusedCount, MeasurementLog.COUNT);
    log.add(prefix + "splits", (double) splits(), MeasurementLog.COUNT);
    log.add(prefix + "ranges", (double) rangeCount(), MeasurementLog.COUNT);
  }

  private long countedNanos() {
    return times.endNanos - times.countFromNanos;
  }

  private long max(ToLongFunction<RangeSample> figure) {
    return samples.stream().mapToLong(figure).max().orElseThrow();
  }

  /** When things happened, by this process's clock. */
  record Times(long startNanos, long countFromNanos, long endNanos, long settledNanos) {}

  /**
   * The writes.
   *
   * @param latencies in nanoseconds
   * @param refusedCount answers that asked to send a write again
   * @param writtenBytes of values
   */
  record Writes(Histogram latencies, long refusedCount, long writtenBytes) {
    Writes {
      requireNonNull(latencies, "latencies is null");
    }
  }
}
