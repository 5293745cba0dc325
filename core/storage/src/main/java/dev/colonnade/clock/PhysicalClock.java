package dev.colonnade.clock;

import java.time.Clock;
import java.time.Instant;

/** Tells the time of day. It may jump, stand still or run backwards, as machines' clocks do. */
@FunctionalInterface
public interface PhysicalClock {
  /** Nanoseconds since 1970-01-01T00:00:00Z. */
  long epochNanos();

  /** The machine's own clock. */
  static PhysicalClock system() {
    Clock clock = Clock.systemUTC();
    return () -> {
      Instant now = clock.instant();
      return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    };
  }
}
