package dev.colonnade.sql.function.scalar;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.time.DateTimeException;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** Arithmetic and conversions of dates, times of day and timestamps, without a time zone. */
public final class DateTimeFunctions {
  private static final int MICRO_DIGITS = 6;
  private static final int MONTH_START = 5;
  private static final int DAY_START = 8;
  private static final int PLAIN_DATE_LENGTH = 10;

  /** Day up to which each month has days. */
  private static final int PLAIN_DAY_MAX = 28;

  /** 2000-01-01, from which PostgreSQL counts timestamps. */
  private static final long POSTGRES_EPOCH = 10_957 * EpochMicros.MICROS_PER_DAY;

  private DateTimeFunctions() {}

  /**
   * Returns the days since 1970-01-01 of a text like 2024-02-29; null for other texts and for days
   * that only some months have. Fast path of {@code DateTimeInput.date}: most dates have this form.
   */
  public static @Nullable Integer plainDate(String text) {
    if (!isPlainDate(text)) {
      return null;
    }
    int year = Integer.parseInt(text, 0, MONTH_START - 1, 10);
    int month = Integer.parseInt(text, MONTH_START, DAY_START - 1, 10);
    int day = Integer.parseInt(text, DAY_START, PLAIN_DATE_LENGTH, 10);
    boolean isValid = year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= PLAIN_DAY_MAX;
    return isValid ? (Integer) (int) LocalDate.of(year, month, day).toEpochDay() : null;
  }

  private static boolean isPlainDate(String text) {
    if (text.length() != PLAIN_DATE_LENGTH) {
      return false;
    }
    for (int i = 0; i < PLAIN_DATE_LENGTH; i++) {
      boolean isSeparator = i == MONTH_START - 1 || i == DAY_START - 1;
      char letter = text.charAt(i);
      if (isSeparator ? letter != '-' : letter < '0' || letter > '9') {
        return false;
      }
    }
    return true;
  }

  /** Returns the date of a timestamp. */
  public static int timestampToDate(long micros) {
    return EpochMicros.isFinite(micros)
        ? (int) Math.floorDiv(micros, EpochMicros.MICROS_PER_DAY)
        : micros > 0 ? EpochMicros.DATE_INFINITY : EpochMicros.DATE_MINUS_INFINITY;
  }

  /** Returns the time of day of a timestamp; null for an infinite one. */
  public static @Nullable Long timestampToTime(long micros) {
    return EpochMicros.isFinite(micros)
        ? (Long) Math.floorMod(micros, EpochMicros.MICROS_PER_DAY)
        : null;
  }

  /** Returns the start of a date. */
  public static long dateToTimestamp(int days) {
    if (!EpochMicros.isFiniteDate(days)) {
      return days > 0 ? EpochMicros.INFINITY : EpochMicros.MINUS_INFINITY;
    }
    if (days > Long.MAX_VALUE / EpochMicros.MICROS_PER_DAY) {
      throw new ColonnadeException(
          ErrorCode.DATETIME_OUT_OF_RANGE, "date out of range for timestamp");
    }
    return days * EpochMicros.MICROS_PER_DAY;
  }

  /** Rounds a time of day, or the part of an interval, to a number of digits of a second. */
  public static long fitMicros(long micros, int digits) {
    if (digits >= MICRO_DIGITS) {
      return micros;
    }
    long unit = 1;
    for (int i = digits; i < MICRO_DIGITS; i++) {
      unit *= 10;
    }
    long size = (Math.abs(micros) + unit / 2) / unit * unit;
    return micros < 0 ? -size : size;
  }

  /** Rounds a timestamp to a number of digits of a second, away from 2000-01-01. */
  public static long fitTimestamp(long micros, int digits) {
    return EpochMicros.isFinite(micros)
        ? fitMicros(micros - POSTGRES_EPOCH, digits) + POSTGRES_EPOCH
        : micros;
  }

  public static int dateAddDays(int days, int added) {
    return movedDate(days, added);
  }

  public static int dateSubtractDays(int days, int removed) {
    return movedDate(days, -(long) removed);
  }

  private static int movedDate(int days, long added) {
    if (!EpochMicros.isFiniteDate(days)) {
      return days;
    }
    long moved = days + added;
    if (!EpochMicros.isDate(moved)) {
      throw new ColonnadeException(ErrorCode.DATETIME_OUT_OF_RANGE, "date out of range");
    }
    return (int) moved;
  }

  public static int dateMinusDate(int left, int right) {
    if (!EpochMicros.isFiniteDate(left) || !EpochMicros.isFiniteDate(right)) {
      throw new ColonnadeException(
          ErrorCode.DATETIME_OUT_OF_RANGE, "cannot subtract infinite dates");
    }
    return left - right;
  }

  /** Returns a finite timestamp that is a number of months later. */
  public static long timestampAddMonths(long micros, long months) {
    long day = Math.floorDiv(micros, EpochMicros.MICROS_PER_DAY);
    try {
      long moved = LocalDate.ofEpochDay(day).plusMonths(months).toEpochDay();
      return EpochMicros.plus(micros, Math.multiplyExact(moved - day, EpochMicros.MICROS_PER_DAY));
    } catch (DateTimeException | ArithmeticException e) {
      throw timestampOutOfRange(e);
    }
  }

  /** Returns the error for a timestamp out of range. */
  static ColonnadeException timestampOutOfRange(Exception cause) {
    return new ColonnadeException(ErrorCode.DATETIME_OUT_OF_RANGE, "timestamp out of range", cause);
  }
}
