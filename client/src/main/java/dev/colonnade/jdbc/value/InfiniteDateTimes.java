package dev.colonnade.jdbc.value;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Locale;

/**
 * The values {@code infinity} and {@code -infinity} of dates and timestamps in the classes of
 * {@code java.time}, which have them as {@code MAX} and {@code MIN}, and in those of {@code
 * java.sql}, which have them as the milliseconds that PostgreSQL's driver defines.
 */
final class InfiniteDateTimes {
  /** Milliseconds of {@code infinity}: {@code PGStatement.DATE_POSITIVE_INFINITY}. */
  private static final long MILLIS_MAX = 9_223_372_036_825_200_000L;

  /** Milliseconds of {@code -infinity}: {@code PGStatement.DATE_NEGATIVE_INFINITY}. */
  private static final long MILLIS_MIN = -9_223_372_036_832_400_000L;

  private InfiniteDateTimes() {}

  /**
   * Returns the sign of an infinite value, and 0 for all others.
   *
   * @param value a date, a timestamp or its text; no other value is infinite
   */
  static int sign(Object value) {
    if (value instanceof LocalDate date) {
      return sign(date.equals(LocalDate.MAX), date.equals(LocalDate.MIN));
    } else if (value instanceof LocalDateTime time) {
      return sign(time.equals(LocalDateTime.MAX), time.equals(LocalDateTime.MIN));
    } else if (value instanceof Instant instant) {
      return sign(instant.equals(Instant.MAX), instant.equals(Instant.MIN));
    } else if (value instanceof String text) {
      String word = text.strip().toLowerCase(Locale.ROOT);
      return sign(word.equals("infinity"), word.equals("-infinity"));
    }
    return 0;
  }

  /** Returns the sign of the milliseconds of an infinite value, and 0 for all others. */
  static int signOfMillis(long millis) {
    return sign(millis == MILLIS_MAX, millis == MILLIS_MIN);
  }

  private static int sign(boolean isInfinity, boolean isMinusInfinity) {
    return isInfinity ? 1 : isMinusInfinity ? -1 : 0;
  }

  /** Returns the infinite value of a sign. */
  static LocalDate date(int sign) {
    return sign > 0 ? LocalDate.MAX : LocalDate.MIN;
  }

  /** Returns the infinite value of a sign. */
  static LocalDateTime dateTime(int sign) {
    return sign > 0 ? LocalDateTime.MAX : LocalDateTime.MIN;
  }

  /** Returns the infinite value of a sign. */
  static Instant instant(int sign) {
    return sign > 0 ? Instant.MAX : Instant.MIN;
  }

  /** Returns the milliseconds of the infinite value of a sign. */
  static long millis(int sign) {
    return sign > 0 ? MILLIS_MAX : MILLIS_MIN;
  }

  /** Returns the text of the infinite value of a sign. */
  static String text(int sign) {
    return sign > 0 ? "infinity" : "-infinity";
  }
}
