package dev.colonnade.bench.kv.load;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Factory of synthetic load results. */
public final class LoadResults {
  static final long SECOND = 1_000_000_000;

  private LoadResults() {}

  /**
   * Returns the result of a load of two seconds of warm-up and ten seconds, with a write every 10
   * ms and a sample every second.
   *
   * @param largestBytes size of the largest range by sample
   */
  public static LoadResult of(SplitSetup split, long writeMicros, long... largestBytes) {
    Histogram latencies = new Histogram(WriteLoop.LATENCY_DIGITS);
    for (int i = 0; i < 1000; i++) {
      latencies.recordValue(writeMicros * 1000);
    }
    List<RangeSample> samples = new ArrayList<>();
    for (int i = 0; i < largestBytes.length; i++) {
      samples.add(new RangeSample(i * SECOND, 3 + i, largestBytes[i], i % 3, 1, 2L * i));
    }
    LoadResult.Times times =
        new LoadResult.Times(0, 2 * SECOND, 12 * SECOND, 12 * SECOND + SECOND / 2);
    return new LoadResult(split, times, new LoadResult.Writes(latencies, 5, 1_000_000), samples);
  }
}
