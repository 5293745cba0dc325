package dev.colonnade.clock;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Wall clock. It may jump, stop or run backwards. */
@FunctionalInterface
public interface PhysicalClock {
  /** Returns the nanoseconds since 1970-01-01T00:00:00Z. */
  long epochNanos();

  /** System property with an offset of the system clock in milliseconds, for tests. */
  String OFFSET_PROPERTY = "colonnade.clock.offset-millis";

  /** Returns the system clock of the machine. */
  static PhysicalClock system() {
    Clock clock =
        Clock.offset(Clock.systemUTC(), Duration.ofMillis(Long.getLong(OFFSET_PROPERTY, 0)));
    return () -> {
      Instant now = clock.instant();
      return now.getEpochSecond() * 1_000_000_000L + now.getNano();
    };
  }
}
