package dev.colonnade.bench.kv;

import dev.colonnade.protocol.NamedValue;
import dev.colonnade.protocol.response.StatusReport;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The ranges of a server at one moment.
 *
 * @param nanos of this process's clock
 * @param rangeCount ranges
 * @param largestBytes of the largest of them
 * @param waiting ranges that wait to be split
 * @param running ranges that are being split
 * @param splits done since the server was started
 */
record RangeSample(
    long nanos, long rangeCount, long largestBytes, long waiting, long running, long splits) {

  static RangeSample of(StatusReport report, long nanos) {
    Map<String, Long> figures =
        report.metrics().stream().collect(Collectors.toMap(NamedValue::name, NamedValue::value));
    return new RangeSample(
        nanos,
        figures.getOrDefault("ranges", 0L),
        figures.getOrDefault("range_largest_bytes", 0L),
        figures.getOrDefault("splits_waiting", 0L),
        figures.getOrDefault("splits_running", 0L),
        figures.getOrDefault("splits", 0L));
  }

  /** Whether nothing is left to be split. */
  boolean isSettled(long rangeBytesMax) {
    return waiting + running == 0 && largestBytes <= rangeBytesMax;
  }
}
