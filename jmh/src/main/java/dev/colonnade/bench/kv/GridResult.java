package dev.colonnade.bench.kv;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.kv.load.LoadResult;
import dev.colonnade.bench.kv.load.SplitSetup;
import dev.colonnade.bench.report.ReadableNumbers;
import java.util.Locale;

/**
 * Result of a load with splits and of the same load without splits.
 *
 * @param result result with splits
 * @param plain result without splits
 */
record GridResult(LoadResult result, LoadResult plain) {
  private static final long MIB = 1L << 20;

  /** Lower limit of the write throughput, relative to the load without splits. */
  static final double THROUGHPUT_RATIO_MIN = 0.9;

  /** Limit of the time in seconds from the last write until no split is pending. */
  static final double SETTLE_SECONDS_MAX = 1;

  /** Limit of the size of ranges, relative to the size at which ranges are split. */
  static final double SIZE_RATIO_MAX = 3;

  GridResult {
    requireNonNull(result, "result is null");
    requireNonNull(plain, "plain is null");
  }

  double throughputRatio() {
    return result.throughput() / plain.throughput();
  }

  /** Returns the ratio of the 99th percentiles of the latencies. */
  double latencyRatio() {
    return result.percentileMicros(99) / plain.percentileMicros(99);
  }

  boolean keepsThroughput() {
    return throughputRatio() >= THROUGHPUT_RATIO_MIN;
  }

  /** Returns whether the largest range never exceeded this multiple of the limit. */
  boolean largestAtMost(double ratio) {
    return result.largestRatio() <= ratio;
  }

  /** Returns whether splitting keeps up with the writes. */
  boolean keepsUp() {
    return result.settleSeconds() <= SETTLE_SECONDS_MAX && result.largestRatio() <= SIZE_RATIO_MAX;
  }

  String summary() {
    return times(result.largestRatio())
        + ", queue "
        + result.queueLengthMax()
        + ", settled in "
        + ReadableNumbers.approximate(result.settleSeconds())
        + " s, p99 "
        + times(latencyRatio());
  }

  void log(MeasurementLog log) {
    SplitSetup split = result.split();
    String prefix =
        limitPrefix(split.rangeBytesMax())
            + "concurrency"
            + split.concurrency()
            + ".backpressure_"
            + (split.backpressure() ? "on." : "off.");
    result.log(prefix, log);
    log.add(prefix + "write.throughput_ratio", throughputRatio(), MeasurementLog.RATIO);
    log.add(prefix + "write.p99_ratio", latencyRatio(), MeasurementLog.RATIO);
  }

  /** Returns the prefix of the names of the measurements of one limit. */
  static String limitPrefix(long rangeBytesMax) {
    return "limit" + rangeBytesMax / MIB + "mib.";
  }

  static String times(double ratio) {
    return String.format(Locale.ROOT, "%.2f x", ratio);
  }
}
