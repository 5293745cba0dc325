package dev.colonnade.sql.function.library.temporal;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.type.Interval;

/** Fields of intervals as {@code to_char} formats them. */
final class IntervalFields {
  private static final long MICROS_PER_HOUR = 3_600_000_000L;

  private IntervalFields() {}

  /**
   * Returns the text of a template pattern.
   *
   * @param isPlain whether numbers have no leading zeros, and names no trailing blanks
   * @throws ColonnadeException INVALID_DATETIME if intervals have no such field
   */
  static String text(Interval value, String pattern, boolean isPlain) {
    long micros = value.micros();
    long hours = micros / MICROS_PER_HOUR;
    return switch (pattern) {
      case "HH24" -> FieldText.digits(hours, 2, isPlain);
      case "HH12", "HH" -> padded(hours % 12 == 0 ? 12 : hours % 12, hours < 0 ? 3 : 2, isPlain);
      case "MI" -> FieldText.digits(micros / 60_000_000L % 60, 2, isPlain);
      case "SS" -> FieldText.digits(micros / 1_000_000 % 60, 2, isPlain);
      case "MS" -> padded(micros / 1_000 % 1_000, 3, false);
      case "US" -> padded(micros % 1_000_000, 6, false);
      case "FF1", "FF2", "FF3", "FF4", "FF5", "FF6" ->
          fraction(micros % 1_000_000, pattern.charAt(2) - '0');
      case "SSSS", "SSSSS" -> Long.toString(micros / 1_000_000);
      case "AM", "PM" -> isMorning(hours) ? "AM" : "PM";
      case "am", "pm" -> isMorning(hours) ? "am" : "pm";
      case "A.M.", "P.M." -> isMorning(hours) ? "A.M." : "P.M.";
      case "a.m.", "p.m." -> isMorning(hours) ? "a.m." : "p.m.";
      default -> ofDays(value, pattern, isPlain);
    };
  }

  private static boolean isMorning(long hours) {
    return hours % 24 < 12;
  }

  private static String fraction(long micros, int digits) {
    long units = micros;
    for (int i = digits; i < 6; i++) {
      units /= 10;
    }
    return padded(units, digits, false);
  }

  /** Returns a number in a width that includes its sign. */
  private static String padded(long value, int width, boolean isPlain) {
    return isPlain ? Long.toString(value) : ("%0" + width + "d").formatted(value);
  }

  private static String ofDays(Interval value, String pattern, boolean isPlain) {
    int years = value.months() / Interval.MONTHS_PER_YEAR;
    int months = value.months() % Interval.MONTHS_PER_YEAR;
    long days = (long) value.months() * Interval.DAYS_PER_MONTH + value.days();
    return switch (pattern) {
      case "YYYY" -> FieldText.digits(years, 4, isPlain);
      case "Y,YYY" -> years / 1000 + "," + padded(years % 1000, 3, false);
      case "YYY" -> FieldText.digits(years % 1000, 3, isPlain);
      case "YY" -> FieldText.digits(years % 100, 2, isPlain);
      case "Y" -> FieldText.digits(years % 10, 1, false);
      case "CC" -> FieldText.digits(years / 100, 2, isPlain);
      case "MM" -> FieldText.digits(months, 2, isPlain);
      case "Q" -> months == 0 ? "" : Integer.toString((months - 1) / 3 + 1);
      case "J" -> Integer.toString(julianDay(years, months, value.days()));
      case "IDDD" -> padded(dayOfIsoYear(years, months, value.days()), 3, isPlain);
      case "IW" -> padded((dayOfIsoYear(years, months, value.days()) - 1) / 7 + 1, 2, isPlain);
      case "IYYY", "IYY", "IY", "I" ->
          padded(
              isoYear(years, months, value.days()) % (int) Math.pow(10, pattern.length()),
              pattern.length() + (years < 0 ? 1 : 0),
              isPlain);
      case "FX" -> "";
      case "DD" -> padded(value.days(), 2, isPlain);
      case "DDD" -> padded(days, 3, isPlain);
      case "WW" -> padded((days - 1) / 7 + 1, 2, isPlain);
      case "W" -> Integer.toString((value.days() - 1) / 7 + 1);
      case "RM", "rm" -> roman(pattern, years, months, isPlain);
      default -> throw invalid();
    };
  }

  /**
   * Returns the Julian day of a date. As in PostgreSQL, the years, months and days of an interval
   * count as a date here, whatever the month and the day are.
   */
  private static int julianDay(int year, int month, int day) {
    int shiftedMonth = month > 2 ? month + 1 : month + 13;
    int shiftedYear = month > 2 ? year + 4800 : year + 4799;
    int century = shiftedYear / 100;
    int days = shiftedYear * 365 - 32_167 + shiftedYear / 4 - century + century / 4;
    return days + 7834 * shiftedMonth / 256 + day;
  }

  /** Returns the Julian day of the Monday of the first week of a year. */
  private static int firstMonday(int year) {
    int fourth = julianDay(year, 1, 4);
    return fourth - Math.floorMod(fourth, 7);
  }

  private static int isoYear(int year, int month, int day) {
    int julian = julianDay(year, month, day);
    if (julian < firstMonday(year)) {
      return year - 1;
    }
    return julian >= firstMonday(year + 1) ? year + 1 : year;
  }

  private static int dayOfIsoYear(int year, int month, int day) {
    return julianDay(year, month, day) - firstMonday(isoYear(year, month, day)) + 1;
  }

  /** Returns the number of the month; negative ones count from December down. */
  private static String roman(String pattern, int years, int months, boolean isPlain) {
    if (years == 0 && months == 0) {
      return "";
    }
    int month = months == 0 ? (years >= 0 ? 12 : 1) : months > 0 ? months : 13 + months;
    return FieldText.cased(pattern, FieldText.padded(FieldText.roman(month), 4, isPlain));
  }

  private static ColonnadeException invalid() {
    return new ColonnadeException(
        ErrorCode.INVALID_DATETIME,
        "invalid format specification for an interval value",
        ErrorFields.NONE.withHint("Intervals are not tied to specific calendar dates."));
  }
}
