package dev.colonnade.bench.kv.load;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.report.Statistics;
import java.util.List;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * Result of a load.
 *
 * @param split split configuration of the server
 * @param samples samples of the ranges from before the first write until no split was pending
 */
public record LoadResult(SplitSetup split, Times times, Writes writes, List<RangeSample> samples) {
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;

  public LoadResult {
    requireNonNull(split, "split is null");
    requireNonNull(times, "times is null");
    requireNonNull(writes, "writes is null");
    samples = List.copyOf(samples);
  }

  /** Returns the size of the largest range of the whole run, relative to the limit. */
  public double largestRatio() {
    return (double) largestBytes() / split.rangeBytesMax();
  }

  /** Returns the size of the largest range after the warm-up, relative to the limit. */
  public double steadyRatio() {
    long largest = 0;
    for (RangeSample sample : samples) {
      if (sample.nanos() >= times.countFromNanos) {
        largest = Math.max(largest, sample.largestBytes());
      }
    }
    return (double) largest / split.rangeBytesMax();
  }

  public long largestBytes() {
    return max(RangeSample::largestBytes);
  }

  /** Returns the maximum number of ranges that waited for a split. */
  public long queueLengthMax() {
    return max(RangeSample::waiting);
  }

  /** Returns the writes per second. */
  public double throughput() {
    return Statistics.perSecond(writes.latencies.getTotalCount(), countedNanos());
  }

  public double percentileMicros(double percentile) {
    return writes.latencies.getValueAtPercentile(percentile) / NANOS_PER_MICRO;
  }

  /** Returns the seconds from the last write until no split was pending. */
  public double settleSeconds() {
    return (times.settledNanos - times.endNanos) / NANOS_PER_SECOND;
  }

  public long splits() {
    return samples.getLast().splits() - samples.getFirst().splits();
  }

  public long rangeCount() {
    return samples.getLast().rangeCount();
  }

  public void log(String prefix, MeasurementLog log) {
    log.add(prefix + "range.largest.ratio", largestRatio(), MeasurementLog.RATIO);
    log.add(prefix + "range.largest.steady_ratio", steadyRatio(), MeasurementLog.RATIO);
    log.add(prefix + "range.largest.bytes", (double) largestBytes(), MeasurementLog.BYTES);
    log.add(prefix + "queue.length.max", (double) queueLengthMax(), MeasurementLog.COUNT);
    log.add(prefix + "queue.settle_seconds", settleSeconds(), "s");
    log.add(prefix + "write.throughput", throughput(), MeasurementLog.PER_SECOND);
    log.add(
        prefix + "write.bytes_per_second",
        Statistics.perSecond(writes.writtenBytes, countedNanos()),
        MeasurementLog.BYTES);
    log.add(prefix + "write.p50", percentileMicros(50), MeasurementLog.MICROS);
    log.add(prefix + "write.p99", percentileMicros(99), MeasurementLog.MICROS);
    log.add(prefix + "write.max", percentileMicros(100), MeasurementLog.MICROS);
    log.add(prefix + "write.refused", (double) writes.rejectedCount, MeasurementLog.COUNT);
    log.add(prefix + "splits", (double) splits(), MeasurementLog.COUNT);
    log.add(prefix + "ranges", (double) rangeCount(), MeasurementLog.COUNT);
  }

  private long countedNanos() {
    return times.endNanos - times.countFromNanos;
  }

  private long max(ToLongFunction<RangeSample> metric) {
    return samples.stream().mapToLong(metric).max().orElseThrow();
  }

  /**
   * Points in time of the load by {@link System#nanoTime}.
   *
   * @param startNanos first write
   * @param countFromNanos end of the warm-up
   * @param endNanos end of the last write
   * @param settledNanos time when no split was pending
   */
  public record Times(long startNanos, long countFromNanos, long endNanos, long settledNanos) {}

  /**
   * Result of the writes.
   *
   * @param latencies latencies in nanoseconds
   * @param rejectedCount errors that required a retry
   * @param writtenBytes bytes of the values
   */
  record Writes(Histogram latencies, long rejectedCount, long writtenBytes) {
    Writes {
      requireNonNull(latencies, "latencies is null");
    }
  }
}
