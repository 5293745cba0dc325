package dev.colonnade.sql.function.library.temporal;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.scalar.EpochMicros;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.Month;
import java.time.format.TextStyle;
import java.time.temporal.ChronoUnit;
import java.time.temporal.IsoFields;
import java.time.temporal.JulianFields;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parser of date and time texts by a template. */
final class DateTimeParser {
  private static final long MICROS_PER_MINUTE = 60 * EpochMicros.MICROS_PER_SECOND;
  private static final long MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;

  private static final String[] ROMAN = {
    "VIII", "VII", "XII", "III", "VI", "IV", "IX", "XI", "II", "I", "V", "X"
  };
  private static final int[] ROMAN_MONTHS = {8, 7, 12, 3, 6, 4, 9, 11, 2, 1, 5, 10};

  private final String text;
  private int at;

  /** Template pattern of the field that is being parsed. */
  private String field = "";

  /** Year before which no year was read is the one before the year 1, as in PostgreSQL. */
  private int year;

  private int month = 1;
  private int day = 1;
  private int dayOfYear;
  private int isoDayOfYear;
  private boolean hasShortYear;
  private int week;
  private int isoWeek;
  private int weekOfMonth;
  private int isoDay = 1;
  private int century;
  private int julianDay = -1;
  private boolean isBeforeChrist;
  private long micros;
  private int hour12 = -1;
  private boolean isAfternoon;
  private @Nullable Long zoneMicros;

  private DateTimeParser(String text) {
    this.text = text;
  }

  /**
   * Parsed date and time.
   *
   * @param day days since 1970-01-01
   * @param time microseconds since the start of the day
   * @param zoneMicros UTC offset in the text in microseconds, positive east of Greenwich; null if
   *     there is none
   */
  record ParsedDateTime(long day, long time, @Nullable Long zoneMicros) {
    /** Returns the microseconds since 1970-01-01 00:00. */
    long micros() {
      return Math.addExact(Math.multiplyExact(day, EpochMicros.MICROS_PER_DAY), time);
    }
  }

  /** Parses a text by a template. */
  static ParsedDateTime read(String text, String format) {
    DateTimeParser reader = new DateTimeParser(text);
    reader.readAll(format);
    try {
      return new ParsedDateTime(reader.date().toEpochDay(), reader.time(), reader.zoneMicros);
    } catch (DateTimeException e) {
      throw outOfRange(text, e);
    }
  }

  private static ColonnadeException outOfRange(String text, @Nullable Throwable cause) {
    String message = "date/time field value out of range: \"" + text + "\"";
    return cause == null
        ? new ColonnadeException(ErrorCode.DATETIME_OUT_OF_RANGE, message)
        : new ColonnadeException(ErrorCode.DATETIME_OUT_OF_RANGE, message, cause);
  }

  private void readAll(String format) {
    int in = 0;
    for (int step = 1; in < format.length() && at < text.length(); step++) {
      Interruption.check(step);
      if (isModifier(format, in)) {
        in += 2;
        continue;
      }
      if (format.charAt(in) == '"') {
        int end = format.indexOf('"', in + 1);
        int last = end < 0 ? format.length() : end;
        at = Math.min(text.length(), at + last - in - 1);
        in = last + 1;
        continue;
      }
      String pattern = DateTimePatterns.at(format, in);
      if (pattern.isEmpty()) {
        skipOne(format.charAt(in++));
        continue;
      }
      in += pattern.length();
      boolean isOrdinal = format.regionMatches(true, in, "TH", 0, 2);
      boolean isFollowedByDigits = !DateTimePatterns.at(format, in).isEmpty();
      field = pattern;
      readField(pattern, isFollowedByDigits);
      if (isOrdinal) {
        in += 2;
        at = Math.min(text.length(), at + 2);
      }
    }
  }

  private static boolean isModifier(String format, int in) {
    return format.regionMatches(true, in, "FM", 0, 2)
        || format.regionMatches(true, in, "FX", 0, 2)
        || format.regionMatches(true, in, "TM", 0, 2);
  }

  /**
   * Skips a separator; a separator of the template matches any character that is no letter or
   * digit.
   */
  private void skipOne(char separator) {
    char found = text.charAt(at);
    if (found == separator || !Character.isLetterOrDigit(found)) {
      at++;
    }
  }

  private void readField(String pattern, boolean isTight) {
    switch (pattern) {
      case "HH24" -> micros += number(2, 23) * MICROS_PER_HOUR;
      case "HH12", "HH" -> {
        hour12 = number(2);
        if (hour12 < 1 || hour12 > 12) {
          throw new ColonnadeException(
              ErrorCode.INVALID_DATETIME,
              "hour \"" + hour12 + "\" is invalid for the 12-hour clock");
        }
      }
      case "MI" -> micros += number(2, 59) * MICROS_PER_MINUTE;
      case "SS" -> micros += number(2, 59) * EpochMicros.MICROS_PER_SECOND;
      case "SSSS", "SSSSS" -> micros += number(5, 86_399) * EpochMicros.MICROS_PER_SECOND;
      case "MS", "FF3" -> micros += fraction(3) * 1_000L;
      case "US", "FF6" -> micros += fraction(6);
      case "FF1" -> micros += fraction(1) * 100_000L;
      case "FF2" -> micros += fraction(2) * 10_000L;
      case "FF4" -> micros += fraction(4) * 100L;
      case "FF5" -> micros += fraction(5) * 10L;
      case "AM", "PM", "am", "pm", "A.M.", "P.M.", "a.m.", "p.m." -> readHalf(pattern.length());
      case "TZH" -> readZoneHours();
      case "TZM" -> {
        long hours = zoneMicros == null ? 0 : zoneMicros;
        long minutes = number(2) * MICROS_PER_MINUTE;
        zoneMicros = hours < 0 ? hours - minutes : hours + minutes;
      }
      case "OF", "TZ", "tz" ->
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED,
              "formatting field \"" + pattern + "\" is only supported in to_char");
      default -> readDateField(pattern, isTight);
    }
  }

  private void readDateField(String pattern, boolean isTight) {
    switch (pattern) {
      case "YYYY", "IYYY" -> year = number(isTight ? 4 : Integer.MAX_VALUE);
      case "Y,YYY" -> {
        int thousands = number(3);
        skipOne(',');
        year = thousands * 1000 + number(3);
      }
      case "YYY", "IYY" -> year = near2020(number(3));
      case "YY", "IY" -> year = shortYear(2);
      case "Y", "I" -> year = shortYear(1);
      case "CC" -> century = number(2);
      case "BC", "AD", "bc", "ad", "B.C.", "A.D.", "b.c.", "a.d." -> {
        isBeforeChrist = text.regionMatches(true, at, "b", 0, 1);
        at = Math.min(text.length(), at + pattern.length());
      }
      case "MM" -> month = number(2);
      case "MON", "Mon", "mon" -> month = monthNamed(TextStyle.SHORT);
      case "MONTH", "Month", "month" -> month = monthNamed(TextStyle.FULL);
      case "RM", "rm" -> month = romanMonth();
      case "DD" -> day = number(2);
      case "DDD" -> dayOfYear = number(3);
      case "IDDD" -> isoDayOfYear = number(3);
      case "WW" -> week = number(2);
      case "IW" -> isoWeek = number(2);
      case "W" -> weekOfMonth = number(1);
      case "ID" -> isoDay = number(1);
      case "D", "Q" -> number(1);
      case "J" -> julianDay = number(9);
      default -> skipLetters();
    }
  }

  private int shortYear(int digits) {
    hasShortYear = true;
    return near2020(number(digits));
  }

  /** Returns the year nearest to 2020 that ends with these digits. */
  private static int near2020(int digits) {
    if (digits < 70) {
      return digits + 2000;
    }
    if (digits < 100) {
      return digits + 1900;
    }
    return digits < 520 ? digits + 2000 : digits < 1000 ? digits + 1000 : digits;
  }

  private void readZoneHours() {
    boolean isWest = at < text.length() && text.charAt(at) == '-';
    if (at < text.length() && !Character.isDigit(text.charAt(at))) {
      at++;
    }
    long hours = number(2) * MICROS_PER_HOUR;
    zoneMicros = isWest ? -hours : hours;
  }

  private int number(int digitsMax, int max) {
    int found = number(digitsMax);
    if (found > max) {
      throw outOfRange(text, null);
    }
    return found;
  }

  private int number(int digitsMax) {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    int start = at;
    while (at < text.length() && at - start < digitsMax && Character.isDigit(text.charAt(at))) {
      at++;
    }
    if (start == at) {
      int end = Math.min(text.length(), start + field.length());
      throw new ColonnadeException(
          ErrorCode.INVALID_DATETIME,
          "invalid value \"" + text.substring(start, end) + "\" for \"" + field + "\"");
    }
    try {
      return Integer.parseInt(text.substring(start, at));
    } catch (NumberFormatException e) {
      throw new ColonnadeException(
          ErrorCode.DATETIME_OUT_OF_RANGE,
          "value for \"" + field + "\" in source string is out of range",
          e);
    }
  }

  private int fraction(int digits) {
    int start = at;
    int value = number(digits);
    return value * (int) Math.pow(10, digits - (at - start));
  }

  private void readHalf(int length) {
    isAfternoon = text.toLowerCase(Locale.ROOT).startsWith("p", at);
    at = Math.min(text.length(), at + length);
  }

  private int monthNamed(TextStyle style) {
    for (Month candidate : Month.values()) {
      String full = candidate.getDisplayName(TextStyle.FULL, Locale.ENGLISH);
      String name = style == TextStyle.SHORT ? full.substring(0, 3) : full;
      if (text.regionMatches(true, at, name, 0, name.length())) {
        at += name.length();
        return candidate.getValue();
      }
    }
    throw noMonth();
  }

  private int romanMonth() {
    for (int i = 0; i < ROMAN.length; i++) {
      if (text.regionMatches(true, at, ROMAN[i], 0, ROMAN[i].length())) {
        at += ROMAN[i].length();
        return ROMAN_MONTHS[i];
      }
    }
    throw noMonth();
  }

  private ColonnadeException noMonth() {
    return new ColonnadeException(
        ErrorCode.INVALID_DATETIME,
        "invalid value \"" + text.substring(at) + "\" for \"" + field + "\"");
  }

  private void skipLetters() {
    while (at < text.length() && Character.isLetter(text.charAt(at))) {
      at++;
    }
  }

  private long time() {
    long hours = hour12 < 0 ? 0 : hour12 % 12 + (isAfternoon ? 12 : 0);
    return micros + hours * MICROS_PER_HOUR;
  }

  private LocalDate date() {
    if (julianDay >= 0) {
      return LocalDate.EPOCH.with(JulianFields.JULIAN_DAY, julianDay);
    }
    int meant = meantYear();
    if (isoWeek > 0 || isoDayOfYear > 0) {
      LocalDate first = LocalDate.of(meant, 1, 4).with(IsoFields.WEEK_OF_WEEK_BASED_YEAR, 1);
      LocalDate monday = first.minusDays(first.getDayOfWeek().getValue() - 1);
      return isoDayOfYear > 0
          ? monday.plusDays(isoDayOfYear - 1)
          : monday.plus(isoWeek - 1, ChronoUnit.WEEKS).plusDays(isoDay - 1);
    }
    if (week > 0) {
      return LocalDate.ofYearDay(meant, (week - 1) * 7 + 1);
    }
    if (dayOfYear > 0) {
      return LocalDate.ofYearDay(meant, dayOfYear);
    }
    return LocalDate.of(meant, month, weekOfMonth > 0 ? (weekOfMonth - 1) * 7 + 1 : day);
  }

  /** Returns the year of the date, where 0 is the year before the year 1. */
  private int meantYear() {
    if (century == 0 || (year != 0 && !hasShortYear)) {
      return isBeforeChrist && year != 0 ? 1 - year : year;
    }
    if (year == 0) {
      return isBeforeChrist ? 1 - century * 100 : (century - 1) * 100 + 1;
    }
    int inCentury = year % 100;
    int signed = isBeforeChrist ? -century : century;
    if (inCentury == 0) {
      return signed * 100 + (signed >= 0 ? 0 : 1);
    }
    return signed < 0 ? (signed + 1) * 100 - inCentury + 1 : (signed - 1) * 100 + inCentury;
  }
}
