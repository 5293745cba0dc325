package dev.colonnade.bench.kv.load;

import dev.colonnade.bench.report.ReadableNumbers;
import java.util.Map;

/**
 * Split configuration of a server.
 *
 * @param rangeBytesMax size at which a range is split
 * @param concurrency number of concurrent splits
 * @param backpressure whether writes to ranges above that size are throttled
 * @param enabled whether ranges are split at all
 */
public record SplitSetup(
    long rangeBytesMax, int concurrency, boolean backpressure, boolean enabled) {
  /** Size that no range reaches: without splits no size limit may throttle the writers. */
  private static final long UNREACHED_BYTES = 1L << 40;

  public SplitSetup {
    if (rangeBytesMax < 1 || concurrency < 1) {
      throw new IllegalArgumentException(
          "out of range: rangeBytesMax=" + rangeBytesMax + " concurrency=" + concurrency);
    }
  }

  /** Returns the settings of a server with this configuration. */
  public Map<String, String> settings() {
    return Map.of(
        "split.enabled", String.valueOf(enabled),
        "split.range-max-bytes", String.valueOf(enabled ? rangeBytesMax : UNREACHED_BYTES),
        "split.concurrency", String.valueOf(concurrency),
        "split.backpressure", String.valueOf(backpressure));
  }

  @Override
  public String toString() {
    String limit = "limit " + ReadableNumbers.bytes(rangeBytesMax);
    return enabled
        ? limit + ", concurrency " + concurrency + ", backpressure " + (backpressure ? "on" : "off")
        : limit + ", no splits";
  }
}
