package dev.colonnade.range;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * Histogram of the durations for which range operations blocked all writers: each exclusive section
 * from its begin on the leader thread until its write is applied. Written by the leader, read by
 * any thread.
 */
public final class ExclusiveSectionHistogram {
  private static final int DIGITS = 3;

  private final NanoTicker ticker;
  private final Histogram nanos = new ConcurrentHistogram(DIGITS);

  public ExclusiveSectionHistogram(NanoTicker ticker) {
    this.ticker = requireNonNull(ticker, "ticker is null");
  }

  /** Returns the durations measured so far. */
  public Times times() {
    Histogram now = nanos.copy();
    return new Times(
        now.getTotalCount(),
        now.getValueAtPercentile(50),
        now.getValueAtPercentile(99),
        now.getMaxValue());
  }

  long begin() {
    return ticker.nanos();
  }

  public void end(long beganNanos) {
    nanos.recordValue(Math.max(0, ticker.nanos() - beganNanos));
  }

  /**
   * Durations of exclusive sections, with a precision of three digits.
   *
   * @param count number of sections
   * @param medianNanos median duration
   * @param p99Nanos 99th percentile of the durations
   * @param maxNanos maximum duration
   */
  public record Times(long count, long medianNanos, long p99Nanos, long maxNanos) {}
}
