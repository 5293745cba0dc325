package dev.colonnade.sql.copy;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * In-place parser of values in the canonical text form of their type. For any other form, and for
 * invalid text, it returns {@link #NOT_CANONICAL}; the general parser then accepts or rejects the
 * text.
 */
final class CanonicalTextParser {
  /** Result for text that is not in canonical form; never a parsed value. */
  static final long NOT_CANONICAL = Long.MIN_VALUE;

  /** Digit count up to which every integer is less than the largest BIGINT. */
  private static final int DIGITS_MAX = 18;

  private static final int DATE_BYTES = 10;
  private static final int TIME_BYTES = 8;
  private static final int FRACTION_DIGITS_MAX = 6;
  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;
  private static final long MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;
  private static final long MICROS_PER_DAY = 24 * MICROS_PER_HOUR;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LOWEST_BITS = 0x0101_0101_0101_0101L;
  private static final long HIGHEST_BITS = 0x8080_8080_8080_8080L;

  private CanonicalTextParser() {}

  /** Parses digits with an optional minus sign. */
  static long integer(byte[] bytes, int from, int to) {
    boolean isNegative = from < to && bytes[from] == '-';
    int first = isNegative ? from + 1 : from;
    if (first == to || to - first > DIGITS_MAX) {
      return NOT_CANONICAL;
    }
    long value = digits(bytes, first, to);
    return value < 0 ? NOT_CANONICAL : isNegative ? -value : value;
  }

  /** Returns the value of digits; negative if another character is among them. */
  private static long digits(byte[] bytes, int from, int to) {
    long value = 0;
    for (int i = from; i < to; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = 10 * value + digit;
    }
    return value;
  }

  /** Parses a decimal with at most {@code scale} fraction digits; returns its unscaled value. */
  static long decimal(byte[] bytes, int from, int to, int scale) {
    boolean isNegative = from < to && bytes[from] == '-';
    int first = isNegative ? from + 1 : from;
    int point = first;
    while (point < to && bytes[point] != '.') {
      point++;
    }
    int fractionDigits = Math.max(0, to - point - 1);
    boolean isCanonical =
        point > first
            && (point == to || fractionDigits > 0)
            && fractionDigits <= scale
            && point - first + scale <= DIGITS_MAX;
    if (!isCanonical) {
      return NOT_CANONICAL;
    }
    long whole = digits(bytes, first, point);
    long fraction = digits(bytes, Math.min(to, point + 1), to);
    if (whole < 0 || fraction < 0) {
      return NOT_CANONICAL;
    }
    long value = whole;
    for (int i = 0; i < scale; i++) {
      value *= 10;
    }
    for (int i = fractionDigits; i < scale; i++) {
      fraction *= 10;
    }
    return isNegative ? -(value + fraction) : value + fraction;
  }

  /** Parses a date like 2024-12-31; returns days since 1970-01-01. */
  static long date(byte[] bytes, int from, int to) {
    if (to - from != DATE_BYTES || bytes[from + 4] != '-' || bytes[from + 7] != '-') {
      return NOT_CANONICAL;
    }
    int year = (int) digits(bytes, from, from + 4);
    int month = (int) digits(bytes, from + 5, from + 7);
    int day = (int) digits(bytes, from + 8, to);
    boolean isDay = year >= 1 && month >= 1 && month <= 12 && day >= 1;
    return isDay && day <= lengthOf(year, month) ? epochDay(year, month, day) : NOT_CANONICAL;
  }

  private static int lengthOf(int year, int month) {
    return switch (month) {
      case 2 -> year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
      case 4, 6, 9, 11 -> 30;
      default -> 31;
    };
  }

  /**
   * Returns days since 1970-01-01. It counts years from March, so that the leap day is their last
   * day.
   */
  private static long epochDay(int year, int month, int day) {
    int shifted = month <= 2 ? year - 1 : year;
    int monthFromMarch = (month + 9) % 12;
    int daysBefore = (153 * monthFromMarch + 2) / 5;
    long days = 365L * shifted + shifted / 4 - shifted / 100 + shifted / 400;
    return days + daysBefore + day - 719_469;
  }

  /**
   * Parses a timestamp like 2024-12-31 23:59:59.123456; returns microseconds since 1970-01-01
   * 00:00.
   */
  static long timestamp(byte[] bytes, int from, int to) {
    int timeAt = from + DATE_BYTES + 1;
    int timeEnd = timeAt + TIME_BYTES;
    if (to < timeEnd || bytes[timeAt - 1] != ' ') {
      return NOT_CANONICAL;
    }
    long day = date(bytes, from, from + DATE_BYTES);
    long time = timeOfDay(bytes, timeAt);
    long fraction = fraction(bytes, timeEnd, to);
    return day == NOT_CANONICAL || time < 0 || fraction < 0
        ? NOT_CANONICAL
        : day * MICROS_PER_DAY + time + fraction;
  }

  private static long timeOfDay(byte[] bytes, int from) {
    long hour = digits(bytes, from, from + 2);
    long minute = digits(bytes, from + 3, from + 5);
    long second = digits(bytes, from + 6, from + 8);
    boolean isTime =
        bytes[from + 2] == ':'
            && bytes[from + 5] == ':'
            && hour >= 0
            && hour < 24
            && minute >= 0
            && minute < 60
            && second >= 0
            && second < 60;
    return isTime
        ? hour * MICROS_PER_HOUR + minute * MICROS_PER_MINUTE + second * MICROS_PER_SECOND
        : -1;
  }

  /**
   * Parses a point and the fraction digits of a second, or nothing; returns microseconds, or -1.
   */
  private static long fraction(byte[] bytes, int from, int to) {
    if (from == to) {
      return 0;
    }
    int count = to - from - 1;
    if (bytes[from] != '.' || count < 1 || count > FRACTION_DIGITS_MAX) {
      return -1;
    }
    long value = digits(bytes, from + 1, to);
    for (int i = count; i < FRACTION_DIGITS_MAX; i++) {
      value *= 10;
    }
    return value;
  }

  /**
   * Returns whether a text consists of digits with an optional point and an optional minus sign.
   */
  static boolean isDecimalNumber(byte[] bytes, int from, int to) {
    int first = from < to && bytes[from] == '-' ? from + 1 : from;
    int pointCount = 0;
    for (int i = first; i < to; i++) {
      if (bytes[i] == '.') {
        pointCount++;
      } else if (bytes[i] < '0' || bytes[i] > '9') {
        return false;
      }
    }
    return pointCount <= 1 && to - first - pointCount >= 1;
  }

  /** Parses a Boolean; returns 1 for t or true, 0 for f or false. */
  static long truth(byte[] bytes, int from, int to) {
    return switch (to - from) {
      case 1 -> bytes[from] == 't' ? 1 : bytes[from] == 'f' ? 0 : NOT_CANONICAL;
      case 4 -> isWord("true", bytes, from) ? 1 : NOT_CANONICAL;
      case 5 -> isWord("false", bytes, from) ? 0 : NOT_CANONICAL;
      default -> NOT_CANONICAL;
    };
  }

  private static boolean isWord(String word, byte[] bytes, int from) {
    for (int i = 0; i < word.length(); i++) {
      if (bytes[from + i] != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether there is no zero byte, which text must not contain. */
  static boolean hasNoZero(byte[] bytes, int from, int to) {
    int at = from;
    for (; at <= to - Long.BYTES; at += Long.BYTES) {
      long eight = (long) LONG.get(bytes, at);
      // The highest bit of a byte is set where the byte was zero, or follows one that was.
      if (((eight - LOWEST_BITS) & ~eight & HIGHEST_BITS) != 0) {
        return false;
      }
    }
    for (; at < to; at++) {
      if (bytes[at] == 0) {
        return false;
      }
    }
    return true;
  }
}
