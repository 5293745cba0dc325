package dev.colonnade.bench.kv;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.MeasurementLog;
import dev.colonnade.bench.report.Figures;
import java.util.Locale;

/**
 * A load beside the same load without splits.
 *
 * @param plain the one without splits
 */
record GridCell(LoadResult result, LoadResult plain) {
  /** Splitting may take no more of the writers' rate than this leaves. */
  static final double THROUGHPUT_RATIO_MIN = 0.9;

  /** A server keeps up if nothing is left to be split so soon after the last write. */
  static final double SETTLE_SECONDS_MAX = 1;

  /** A server keeps up if ranges do not grow beyond this many times the limit. */
  static final double KEPT_UP_RATIO_MAX = 3;

  GridCell {
    requireNonNull(result, "result is null");
    requireNonNull(plain, "plain is null");
  }

  double throughputRatio() {
    return result.throughput() / plain.throughput();
  }

  /** Of the 99th percentiles. */
  double latencyRatio() {
    return result.percentileMicros(99) / plain.percentileMicros(99);
  }

  boolean keepsThroughput() {
    return throughputRatio() >= THROUGHPUT_RATIO_MIN;
  }

  /** By the limit, at any moment. */
  boolean largestAtMost(double ratio) {
    return result.largestRatio() <= ratio;
  }

  boolean keepsUp() {
    return result.settleSeconds() <= SETTLE_SECONDS_MAX
        && result.largestRatio() <= KEPT_UP_RATIO_MAX;
  }

  String summary() {
    return times(result.largestRatio())
        + ", queue "
        + result.queueLengthMax()
        + ", settled in "
        + Figures.approximate(result.settleSeconds())
        + " s, p99 "
        + times(latencyRatio());
  }

  void log(MeasurementLog log) {
    SplitSetup split = result.split();
    String prefix =
        KvGrid.limitName(split.rangeBytesMax())
            + "concurrency"
            + split.concurrency()
            + ".backpressure_"
            + (split.backpressure() ? "on." : "off.");
    result.log(prefix, log);
    log.add(prefix + "write.throughput_ratio", throughputRatio(), MeasurementLog.RATIO);
    log.add(prefix + "write.p99_ratio", latencyRatio(), MeasurementLog.RATIO);
  }

  static String times(double ratio) {
    return String.format(Locale.ROOT, "%.2f x", ratio);
  }
}
