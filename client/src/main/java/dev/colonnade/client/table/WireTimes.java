package dev.colonnade.client.table;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;

/** Conversion of times to the microseconds of the wire format. Smaller units are truncated. */
final class WireTimes {
  private static final long MICROSECONDS_PER_SECOND = 1_000_000;
  private static final long MICROSECONDS_PER_DAY = 86_400 * MICROSECONDS_PER_SECOND;
  private static final int NANOS_PER_MICROSECOND = 1_000;

  private WireTimes() {}

  /** Returns the microseconds of the day; {@link LocalTime#MAX} is its end, 24:00. */
  static long microsecondsOf(LocalTime time) {
    return time.equals(LocalTime.MAX)
        ? MICROSECONDS_PER_DAY
        : time.getLong(ChronoField.MICRO_OF_DAY);
  }

  static long microsecondsOf(LocalDateTime time) {
    return microsecondsOf(time.toInstant(ZoneOffset.UTC));
  }

  static long microsecondsOf(Instant time) {
    return Math.addExact(
        Math.multiplyExact(time.getEpochSecond(), MICROSECONDS_PER_SECOND),
        time.getNano() / NANOS_PER_MICROSECOND);
  }
}
