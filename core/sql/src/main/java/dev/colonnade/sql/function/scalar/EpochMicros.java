package dev.colonnade.sql.function.scalar;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/**
 * Conversion between {@code java.time} values and the internal representation of timestamps and
 * times of day: microseconds since 1970-01-01 00:00, and microseconds of the day.
 */
public final class EpochMicros {
  public static final long MICROS_PER_SECOND = 1_000_000;
  public static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;
  private static final int NANOS_PER_MICRO = 1_000;

  private EpochMicros() {}

  /** Returns the local date and time of a timestamp. */
  public static LocalDateTime toLocalDateTime(long micros) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(micros, MICROS_PER_SECOND),
        (int) Math.floorMod(micros, MICROS_PER_SECOND) * NANOS_PER_MICRO,
        ZoneOffset.UTC);
  }

  /** Returns the instant of a timestamp. */
  public static Instant toInstant(long micros) {
    return toLocalDateTime(micros).toInstant(ZoneOffset.UTC);
  }

  /** Returns the local time of a time of day. */
  public static LocalTime toLocalTime(long micros) {
    return LocalTime.ofNanoOfDay(micros * NANOS_PER_MICRO);
  }

  /** Returns the timestamp of a local date and time. */
  public static long ofLocalDateTime(LocalDateTime time) {
    return ofInstant(time.toInstant(ZoneOffset.UTC));
  }

  /** Returns the timestamp of an instant; VALUE_OUT_OF_RANGE if it does not fit. */
  public static long ofInstant(Instant instant) {
    return CheckedArithmetic.addLong(
        CheckedArithmetic.multiplyLong(instant.getEpochSecond(), MICROS_PER_SECOND),
        instant.getNano() / NANOS_PER_MICRO);
  }

  /** Returns the timestamp of a date and time with offset. */
  public static long ofOffsetDateTime(OffsetDateTime time) {
    return ofInstant(time.toInstant());
  }

  /** Returns the microsecond of the day of a local time. */
  public static long ofLocalTime(LocalTime time) {
    return time.toNanoOfDay() / NANOS_PER_MICRO;
  }
}
