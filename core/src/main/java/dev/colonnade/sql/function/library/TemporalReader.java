package dev.colonnade.sql.function.library;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.Moments;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.Month;
import java.time.format.TextStyle;
import java.util.Locale;

/** A text read by a template of dates and times. */
final class TemporalReader {
  private final String text;
  private int at;
  private int year = 1;
  private int month = 1;
  private int day = 1;
  private int dayOfYear;
  private long micros;
  private int hour12 = -1;
  private boolean isAfternoon;

  private TemporalReader(String text) {
    this.text = text;
  }

  /** The time in microseconds since 1970-01-01 00:00. */
  static long read(String text, String format) {
    TemporalReader reader = new TemporalReader(text);
    reader.readAll(format);
    try {
      return reader.result();
    } catch (DateTimeException e) {
      throw new ColonnadeException(
          ErrorCode.DATETIME_OUT_OF_RANGE,
          "date/time field value out of range: \"" + text + "\"",
          e);
    }
  }

  private void readAll(String format) {
    int in = 0;
    while (in < format.length() && at < text.length()) {
      if (format.startsWith("FM", in)) {
        in += 2;
        continue;
      }
      String pattern = TemporalFormats.pattern(format, in);
      if (pattern.isEmpty()) {
        skipOne(format.charAt(in++));
      } else {
        in += pattern.length();
        boolean isFollowedByDigits = !TemporalFormats.pattern(format, in).isEmpty();
        readField(pattern, isFollowedByDigits);
      }
    }
  }

  /** A letter that separates goes with any other that is neither a letter nor a digit. */
  private void skipOne(char separator) {
    char found = text.charAt(at);
    if (found == separator || !Character.isLetterOrDigit(found)) {
      at++;
    }
  }

  private void readField(String pattern, boolean isTight) {
    switch (pattern) {
      case "YYYY", "IYYY" -> year = number(isTight ? 4 : 9);
      case "YY" -> {
        int found = number(2);
        year = found < 70 ? 2000 + found : 1900 + found;
      }
      case "MM" -> month = number(2);
      case "DD" -> day = number(2);
      case "DDD" -> dayOfYear = number(3);
      case "HH24" -> micros += number(2) * 3_600_000_000L;
      case "HH12", "HH" -> hour12 = number(2);
      case "MI" -> micros += number(2) * 60_000_000L;
      case "SS" -> micros += number(2) * 1_000_000L;
      case "MS" -> micros += fraction(3) * 1_000L;
      case "US" -> micros += fraction(6);
      case "AM", "PM", "am", "pm", "A.M.", "P.M.", "a.m.", "p.m." -> readHalf(pattern.length());
      case "MON", "Mon", "mon" -> month = monthNamed(TextStyle.SHORT);
      case "MONTH", "Month", "month" -> month = monthNamed(TextStyle.FULL);
      case "DAY", "Day", "day", "DY", "Dy", "dy" -> skipLetters();
      default -> skipLetters();
    }
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
      throw new ColonnadeException(
          ErrorCode.INVALID_DATETIME, "invalid value \"" + text.substring(start) + "\"");
    }
    return Integer.parseInt(text.substring(start, at));
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
    throw new ColonnadeException(
        ErrorCode.INVALID_DATETIME, "invalid value \"" + text.substring(at) + "\" for \"Month\"");
  }

  private void skipLetters() {
    while (at < text.length() && Character.isLetter(text.charAt(at))) {
      at++;
    }
  }

  private long result() {
    LocalDate date =
        dayOfYear > 0 ? LocalDate.ofYearDay(year, dayOfYear) : LocalDate.of(year, month, day);
    long hours = hour12 < 0 ? 0 : hour12 % 12 + (isAfternoon ? 12 : 0);
    return date.toEpochDay() * Moments.MICROS_PER_DAY + micros + hours * 3_600_000_000L;
  }
}
