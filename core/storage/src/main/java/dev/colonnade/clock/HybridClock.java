package dev.colonnade.clock;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Hybrid logical clock: source of strictly increasing timestamps that follow the physical clock, in
 * nanoseconds since the Unix epoch.
 *
 * <p>{@link #next} returns the physical time, or one more than the greatest timestamp allocated or
 * observed so far if that is greater. Timestamps therefore follow the time of day while the
 * machine's clock advances, keep increasing while it stops or runs backwards, and never fall below
 * a timestamp passed to {@link #observe}; a reopened store thus continues above its last commit.
 * (Hybrid logical clocks: Kulkarni et al., 2014; here the logical part is folded into the
 * nanoseconds.)
 *
 * <p>Lock-free. Any thread may call any method. The linearization point is the compare-and-set on
 * {@code last}; it fails only if another thread made progress.
 */
public final class HybridClock {
  /** The greatest timestamp, in the year 2262; the sign bit stays free. */
  public static final long TIMESTAMP_MAX = Long.MAX_VALUE - 1;

  private final PhysicalClock physical;

  /** The greatest timestamp allocated or observed. Written by all threads; never decreases. */
  private final AtomicLong last = new AtomicLong();

  public HybridClock(PhysicalClock physical) {
    this.physical = requireNonNull(physical, "physical is null");
  }

  /** Returns a timestamp greater than every one allocated or observed before. */
  public long next() {
    long now = physical.epochNanos();
    while (true) {
      long previous = last.get();
      long next = Math.max(now, previous + 1);
      if (next > TIMESTAMP_MAX) {
        throw new ColonnadeException(
            ErrorCode.INTERNAL, "timestamps exhausted last=" + previous + " now=" + now);
      }
      if (last.compareAndSet(previous, next)) {
        return next;
      }
    }
  }

  /** Raises the clock so that every later timestamp is greater than {@code timestamp}. */
  public void observe(long timestamp) {
    if (timestamp < 0 || timestamp > TIMESTAMP_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "timestamp out of range timestamp=" + timestamp + " max=" + TIMESTAMP_MAX);
    }
    last.accumulateAndGet(timestamp, Math::max);
  }

  /** Returns the greatest timestamp allocated or observed; 0 before the first. */
  public long last() {
    return last.get();
  }

  /**
   * Returns the unmodified physical time: not a timestamp of this clock, and not raised by {@link
   * #observe}.
   */
  public long physicalNanos() {
    return physical.epochNanos();
  }
}
