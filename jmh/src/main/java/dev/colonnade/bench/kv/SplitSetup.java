package dev.colonnade.bench.kv;

import dev.colonnade.bench.report.Figures;
import java.util.Map;

/**
 * How a server splits ranges.
 *
 * @param rangeBytesMax size at which a range is split
 * @param concurrency ranges that are split at a time
 * @param backpressure whether writers to ranges past that size are slowed down
 * @param enabled whether ranges are split at all
 */
record SplitSetup(long rangeBytesMax, int concurrency, boolean backpressure, boolean enabled) {
  /** A limit that no load reaches: without splits, no other may stand in the writers' way. */
  private static final long UNREACHED_BYTES = 1L << 40;

  SplitSetup {
    if (rangeBytesMax < 1 || concurrency < 1) {
      throw new IllegalArgumentException(
          "out of range: rangeBytesMax=" + rangeBytesMax + " concurrency=" + concurrency);
    }
  }

  /** The same without any splits, and so without a size at which writers are slowed down. */
  SplitSetup withoutSplits() {
    return new SplitSetup(rangeBytesMax, concurrency, false, false);
  }

  /** The settings of a server that does so. */
  Map<String, String> settings() {
    return Map.of(
        "split.enabled", String.valueOf(enabled),
        "split.range-max-bytes", String.valueOf(enabled ? rangeBytesMax : UNREACHED_BYTES),
        "split.concurrency", String.valueOf(concurrency),
        "split.backpressure", String.valueOf(backpressure));
  }

  @Override
  public String toString() {
    String limit = "limit " + Figures.bytes(rangeBytesMax);
    return enabled
        ? limit + ", concurrency " + concurrency + ", backpressure " + (backpressure ? "on" : "off")
        : limit + ", no splits";
  }
}
