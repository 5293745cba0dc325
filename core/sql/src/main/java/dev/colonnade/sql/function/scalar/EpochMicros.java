package dev.colonnade.sql.function.scalar;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/**
 * Conversion between {@code java.time} values and the internal representation of timestamps and
 * times of day: microseconds since 1970-01-01 00:00, and microseconds of the day.
 *
 * <p>The largest and the smallest number of a date and of a timestamp are the infinite ones. As
 * {@code java.time} value, an infinite one is the date or time of that number; {@code MAX} and
 * {@code MIN} of the Java class are accepted as well. The end of the day, 24:00, is {@link
 * LocalTime#MAX} there.
 */
public final class EpochMicros {
  public static final long MICROS_PER_SECOND = 1_000_000;
  public static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;
  public static final long MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;
  public static final long MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;

  /** Days of a cycle of the Gregorian calendar. */
  public static final long DAYS_PER_400_YEARS = 146_097;

  /** Julian day of 1970-01-01. */
  public static final int JULIAN_EPOCH = 2_440_588;

  /** The date {@code infinity}. */
  public static final int DATE_INFINITY = Integer.MAX_VALUE;

  /** The date {@code -infinity}. */
  public static final int DATE_MINUS_INFINITY = Integer.MIN_VALUE;

  /** The timestamp {@code infinity}. */
  public static final long INFINITY = Long.MAX_VALUE;

  /** The timestamp {@code -infinity}. */
  public static final long MINUS_INFINITY = Long.MIN_VALUE;

  /** The first date: 4714-11-24 BC. */
  public static final int DATE_MIN = -JULIAN_EPOCH;

  /** The day after the last date, 5874897-12-31. */
  public static final int DATE_END = 2_147_483_494 - JULIAN_EPOCH;

  /** The first timestamp: 4714-11-24 00:00 BC. */
  public static final long MIN = DATE_MIN * MICROS_PER_DAY;

  private static final int NANOS_PER_MICRO = 1_000;

  private EpochMicros() {}

  /** Returns whether a timestamp is neither {@code infinity} nor {@code -infinity}. */
  public static boolean isFinite(long micros) {
    return micros != INFINITY && micros != MINUS_INFINITY;
  }

  /** Returns whether a date is neither {@code infinity} nor {@code -infinity}. */
  public static boolean isFiniteDate(int days) {
    return days != DATE_INFINITY && days != DATE_MINUS_INFINITY;
  }

  /** Returns whether a day is a finite date in PostgreSQL's range. */
  public static boolean isDate(long days) {
    return days >= DATE_MIN && days < DATE_END;
  }

  /** Returns whether a finite number is a timestamp in PostgreSQL's range. */
  public static boolean isTimestamp(long micros) {
    return micros >= MIN && micros != INFINITY;
  }

  /** Returns a timestamp; DATETIME_OUT_OF_RANGE if a finite number is out of range. */
  public static long require(long micros) {
    if (!isTimestamp(micros)) {
      throw outOfRange();
    }
    return micros;
  }

  /** Returns the sum of a finite timestamp and an offset; DATETIME_OUT_OF_RANGE if it overflows. */
  public static long plus(long micros, long offset) {
    long sum = micros + offset;
    if (((micros ^ sum) & (offset ^ sum)) < 0) {
      throw outOfRange();
    }
    return require(sum);
  }

  private static ColonnadeException outOfRange() {
    return new ColonnadeException(ErrorCode.DATETIME_OUT_OF_RANGE, "timestamp out of range");
  }

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
    return micros == MICROS_PER_DAY
        ? LocalTime.MAX
        : LocalTime.ofNanoOfDay(micros * NANOS_PER_MICRO);
  }

  /** Returns the days of a date; DATETIME_OUT_OF_RANGE if a finite date is out of range. */
  public static int ofLocalDate(LocalDate date) {
    if (date.equals(LocalDate.MAX)) {
      return DATE_INFINITY;
    } else if (date.equals(LocalDate.MIN)) {
      return DATE_MINUS_INFINITY;
    }
    long days = date.toEpochDay();
    if (isDate(days) || days == DATE_INFINITY || days == DATE_MINUS_INFINITY) {
      return (int) days;
    }
    throw new ColonnadeException(ErrorCode.DATETIME_OUT_OF_RANGE, "date out of range");
  }

  /** Returns the timestamp of a local date and time; VALUE_OUT_OF_RANGE if it does not fit. */
  public static long ofLocalDateTime(LocalDateTime time) {
    if (time.equals(LocalDateTime.MAX)) {
      return INFINITY;
    } else if (time.equals(LocalDateTime.MIN)) {
      return MINUS_INFINITY;
    }
    return ofInstant(time.toInstant(ZoneOffset.UTC));
  }

  /** Returns the timestamp of an instant; VALUE_OUT_OF_RANGE if it does not fit. */
  public static long ofInstant(Instant instant) {
    if (instant.equals(Instant.MAX)) {
      return INFINITY;
    } else if (instant.equals(Instant.MIN)) {
      return MINUS_INFINITY;
    }
    long seconds = instant.getEpochSecond();
    long micros = instant.getNano() / NANOS_PER_MICRO;
    // The seconds before 1970 are rounded down; the least number of microseconds must not overflow.
    return seconds < 0
        ? CheckedArithmetic.addLong(
            CheckedArithmetic.multiplyLong(seconds + 1, MICROS_PER_SECOND),
            micros - MICROS_PER_SECOND)
        : CheckedArithmetic.addLong(
            CheckedArithmetic.multiplyLong(seconds, MICROS_PER_SECOND), micros);
  }

  /** Returns the timestamp of a date and time with offset. */
  public static long ofOffsetDateTime(OffsetDateTime time) {
    if (time.equals(OffsetDateTime.MAX)) {
      return INFINITY;
    } else if (time.equals(OffsetDateTime.MIN)) {
      return MINUS_INFINITY;
    }
    return ofInstant(time.toInstant());
  }

  /** Returns the microsecond of the day of a local time. */
  public static long ofLocalTime(LocalTime time) {
    return time.equals(LocalTime.MAX) ? MICROS_PER_DAY : time.toNanoOfDay() / NANOS_PER_MICRO;
  }
}
