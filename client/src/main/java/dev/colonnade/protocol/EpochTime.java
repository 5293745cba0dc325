package dev.colonnade.protocol;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/**
 * Conversion between {@code java.time} values and their numbers in the protocol: days since
 * 1970-01-01, microseconds since 1970-01-01 00:00, and microseconds of the day. Units below a
 * microsecond are truncated.
 *
 * <p>The greatest and the least number of a date and of a timestamp are {@code infinity} and {@code
 * -infinity}, which are {@code MAX} and {@code MIN} of the Java class. The end of the day, 24:00,
 * is {@link LocalTime#MAX}.
 */
public final class EpochTime {
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final int NANOS_PER_MICRO = 1_000;
  private static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;

  private EpochTime() {}

  /** Returns the date of a number of days. */
  public static LocalDate date(int days) {
    return switch (days) {
      case Integer.MAX_VALUE -> LocalDate.MAX;
      case Integer.MIN_VALUE -> LocalDate.MIN;
      default -> LocalDate.ofEpochDay(days);
    };
  }

  /**
   * Returns the days of a date.
   *
   * @throws ArithmeticException if they are out of range
   */
  public static int days(LocalDate date) {
    if (date.equals(LocalDate.MAX)) {
      return Integer.MAX_VALUE;
    } else if (date.equals(LocalDate.MIN)) {
      return Integer.MIN_VALUE;
    }
    int days = Math.toIntExact(date.toEpochDay());
    if (days == Integer.MAX_VALUE || days == Integer.MIN_VALUE) {
      throw new ArithmeticException("date is out of range: date=" + date);
    }
    return days;
  }

  /** Returns the local date and time of a number of microseconds. */
  public static LocalDateTime localDateTime(long micros) {
    if (isInfinite(micros)) {
      return micros > 0 ? LocalDateTime.MAX : LocalDateTime.MIN;
    }
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(micros, MICROS_PER_SECOND), nanos(micros), ZoneOffset.UTC);
  }

  /**
   * Returns the microseconds of a local date and time.
   *
   * @throws ArithmeticException if they are out of range
   */
  public static long micros(LocalDateTime time) {
    if (time.equals(LocalDateTime.MAX)) {
      return Long.MAX_VALUE;
    } else if (time.equals(LocalDateTime.MIN)) {
      return Long.MIN_VALUE;
    }
    Instant instant = time.toInstant(ZoneOffset.UTC);
    return micros(instant.getEpochSecond(), instant.getNano());
  }

  /** Returns the instant of a number of microseconds. */
  public static Instant instant(long micros) {
    if (isInfinite(micros)) {
      return micros > 0 ? Instant.MAX : Instant.MIN;
    }
    return Instant.ofEpochSecond(Math.floorDiv(micros, MICROS_PER_SECOND), nanos(micros));
  }

  /**
   * Returns the microseconds of an instant.
   *
   * @throws ArithmeticException if they are out of range
   */
  public static long micros(Instant instant) {
    if (instant.equals(Instant.MAX)) {
      return Long.MAX_VALUE;
    } else if (instant.equals(Instant.MIN)) {
      return Long.MIN_VALUE;
    }
    return micros(instant.getEpochSecond(), instant.getNano());
  }

  /**
   * Returns the microseconds of a date and time with offset.
   *
   * @throws ArithmeticException if they are out of range
   */
  public static long micros(OffsetDateTime time) {
    return micros(instant(time));
  }

  /** Returns the instant of a date and time with offset; its infinite values are infinite too. */
  public static Instant instant(OffsetDateTime time) {
    if (time.equals(OffsetDateTime.MAX)) {
      return Instant.MAX;
    }
    return time.equals(OffsetDateTime.MIN) ? Instant.MIN : time.toInstant();
  }

  /**
   * Returns the time of a number of microseconds of the day.
   *
   * @throws java.time.DateTimeException if it is out of range
   * @throws ArithmeticException if it is out of range
   */
  public static LocalTime localTime(long microsOfDay) {
    return microsOfDay == MICROS_PER_DAY
        ? LocalTime.MAX
        : LocalTime.ofNanoOfDay(Math.multiplyExact(microsOfDay, (long) NANOS_PER_MICRO));
  }

  /** Returns the microseconds of the day of a time. */
  public static long microsOfDay(LocalTime time) {
    return time.equals(LocalTime.MAX) ? MICROS_PER_DAY : time.toNanoOfDay() / NANOS_PER_MICRO;
  }

  private static boolean isInfinite(long micros) {
    return micros == Long.MAX_VALUE || micros == Long.MIN_VALUE;
  }

  private static int nanos(long micros) {
    return (int) Math.floorMod(micros, MICROS_PER_SECOND) * NANOS_PER_MICRO;
  }

  private static long micros(long epochSecond, int nanos) {
    long micros =
        Math.addExact(
            Math.multiplyExact(epochSecond, MICROS_PER_SECOND), (long) (nanos / NANOS_PER_MICRO));
    if (isInfinite(micros)) {
      throw new ArithmeticException("time is out of range: micros=" + micros);
    }
    return micros;
  }
}
