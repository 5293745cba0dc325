package dev.colonnade.clock;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes timestamps: nanoseconds since the epoch as far as the physical clock allows, and strictly
 * increasing whatever it does.
 *
 * <p>{@link #next} returns the physical time, or one more than the greatest timestamp made or
 * observed so far if that is greater. So timestamps follow the time of day while the machine's
 * clock behaves, go on counting while it stands still or runs back, and never fall below what
 * {@link #observe} was told, which is how a reopened store continues above its last commit. (The
 * idea is that of hybrid logical clocks, Kulkarni and others, 2014, with the logical part folded
 * into the nanoseconds.)
 *
 * <p>Lock-free. Any thread may call any method. The linearisation point is the compare-and-set on
 * {@code last}; a thread fails it only because another one made progress.
 */
public final class HybridClock {
  /** Timestamps stay below this, so that the sign bit is free: the year 2262. */
  public static final long TIMESTAMP_MAX = Long.MAX_VALUE - 1;

  private final PhysicalClock physical;

  /** The greatest timestamp made or observed. Written by everyone, only ever raised. */
  private final AtomicLong last = new AtomicLong();

  public HybridClock(PhysicalClock physical) {
    this.physical = requireNonNull(physical, "physical is null");
  }

  /** A timestamp above every one made or observed before. */
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

  /** Makes sure that every later timestamp is above {@code timestamp}. */
  public void observe(long timestamp) {
    if (timestamp < 0 || timestamp > TIMESTAMP_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "timestamp out of range timestamp=" + timestamp + " max=" + TIMESTAMP_MAX);
    }
    last.accumulateAndGet(timestamp, Math::max);
  }

  /** The greatest timestamp made or observed; 0 before the first. */
  public long last() {
    return last.get();
  }

  /** The physical time, as it is: not a timestamp of ours, and not raised by {@link #observe}. */
  public long physicalNanos() {
    return physical.epochNanos();
  }
}
