package dev.colonnade.range;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * How long changes of ranges kept all writers waiting: each section from the moment at which the
 * leader begins it until its write is applied. Written by the leader, read by any thread.
 */
public final class ExclusiveSections {
  private static final int DIGITS = 3;

  private final NanoTicker ticker;
  private final Histogram nanos = new ConcurrentHistogram(DIGITS);

  public ExclusiveSections(NanoTicker ticker) {
    this.ticker = requireNonNull(ticker, "ticker is null");
  }

  /** What was measured so far. */
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

  void end(long beganNanos) {
    nanos.recordValue(Math.max(0, ticker.nanos() - beganNanos));
  }

  /**
   * Times of sections, right to three digits.
   *
   * @param count sections
   * @param medianNanos half of them took at most so long
   * @param p99Nanos 99 in 100 of them took at most so long
   * @param maxNanos the longest
   */
  public record Times(long count, long medianNanos, long p99Nanos, long maxNanos) {}
}
