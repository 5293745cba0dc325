package dev.colonnade.type.encoding;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;

/**
 * Conversions between java.time values and 64-bit counts of microseconds, rounded down to a full
 * microsecond. The end of the day, 24:00, is {@link LocalTime#MAX}.
 */
public final class Microseconds {
  public static final long PER_SECOND = 1_000_000;

  /** The end of the day, 24:00. */
  public static final long TIME_MAX = 86_400 * PER_SECOND;

  private static final int NANOS = 1_000;

  private Microseconds() {}

  /** Returns the microseconds of a LocalTime, LocalDateTime or Instant. */
  public static long of(Object time) {
    return switch (time) {
      case LocalTime local -> local.equals(LocalTime.MAX) ? TIME_MAX : local.toNanoOfDay() / NANOS;
      case LocalDateTime local -> of(local.toInstant(ZoneOffset.UTC));
      case Instant instant -> of(instant);
      default -> throw new IllegalArgumentException("not a time: " + time.getClass());
    };
  }

  public static LocalTime toLocalTime(long microseconds) {
    return microseconds == TIME_MAX
        ? LocalTime.MAX
        : LocalTime.ofNanoOfDay(Math.multiplyExact(microseconds, NANOS));
  }

  public static LocalDateTime toLocalDateTime(long microseconds) {
    return LocalDateTime.ofEpochSecond(seconds(microseconds), nanos(microseconds), ZoneOffset.UTC);
  }

  public static Instant toInstant(long microseconds) {
    return Instant.ofEpochSecond(seconds(microseconds), nanos(microseconds));
  }

  private static long of(Instant instant) {
    long seconds = instant.getEpochSecond();
    long microseconds = instant.getNano() / NANOS;
    try {
      // Before 1970 the seconds are rounded away from zero; adding one first prevents an overflow
      // of the lowest values.
      return seconds < 0
          ? Math.addExact(Math.multiplyExact(seconds + 1, PER_SECOND), microseconds - PER_SECOND)
          : Math.addExact(Math.multiplyExact(seconds, PER_SECOND), microseconds);
    } catch (ArithmeticException e) {
      throw new ColonnadeException(
          ErrorCode.VALUE_OUT_OF_RANGE, "time out of range: time=" + instant, e);
    }
  }

  private static long seconds(long microseconds) {
    return Math.floorDiv(microseconds, PER_SECOND);
  }

  private static int nanos(long microseconds) {
    return (int) Math.floorMod(microseconds, PER_SECOND) * NANOS;
  }
}
