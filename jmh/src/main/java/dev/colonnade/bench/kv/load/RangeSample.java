package dev.colonnade.bench.kv.load;

import dev.colonnade.protocol.NamedValue;
import dev.colonnade.protocol.response.StatusReport;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Statistics of a server's ranges at one point in time.
 *
 * @param nanos time by {@link System#nanoTime}
 * @param rangeCount number of ranges
 * @param largestBytes size of the largest range
 * @param waiting ranges that wait for a split
 * @param running ranges that are being split
 * @param splits completed splits since the start of the server
 */
public record RangeSample(
    long nanos, long rangeCount, long largestBytes, long waiting, long running, long splits) {

  public static RangeSample of(StatusReport report, long nanos) {
    Map<String, Long> values =
        report.metrics().stream().collect(Collectors.toMap(NamedValue::name, NamedValue::value));
    return new RangeSample(
        nanos,
        values.getOrDefault("ranges", 0L),
        values.getOrDefault("range_largest_bytes", 0L),
        values.getOrDefault("splits_waiting", 0L),
        values.getOrDefault("splits_running", 0L),
        values.getOrDefault("splits", 0L));
  }

  /** Returns whether no split is waiting, running or due. */
  public boolean isSettled(long rangeBytesMax) {
    return waiting + running == 0 && largestBytes <= rangeBytesMax;
  }
}
