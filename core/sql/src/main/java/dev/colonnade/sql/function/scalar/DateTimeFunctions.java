package dev.colonnade.sql.function.scalar;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Functions on dates, times of day and timestamps: parsing, formatting, extracting, truncating,
 * arithmetic and conversion to Java types. The time zone is UTC.
 */
public final class DateTimeFunctions {

  /** Julian day number of 1970-01-01. */
  private static final long JULIAN_EPOCH = 2_440_588;

  private static final int MICRO_DIGITS = 6;

  private static final Pattern TIME =
      Pattern.compile("(\\d{1,2}):(\\d{2})(?::(\\d{2})(\\.\\d+)?)?");
  private static final Pattern DATE_TIME =
      Pattern.compile(
          "(\\d{4,6})-(\\d{1,2})-(\\d{1,2})(?:[ T]+(\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?))?"
              + "\\s*(Z|[+-]\\d{1,2}(?::?\\d{2})?|[a-z_]{3,}(?:/[a-z_]+)*)?",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern TIGHT_DATE = Pattern.compile("^(\\d{4})(\\d{2})(\\d{2})(?!\\d)");
  private static final Pattern MONTH_FIRST =
      Pattern.compile("^(\\d{1,2})/(\\d{1,2})/(\\d{4})(?!\\d)");

  private static final int MONTH_START = 5;
  private static final int DAY_START = 8;
  private static final int PLAIN_DATE_LENGTH = 10;

  private DateTimeFunctions() {}

  public static int textToDate(String text) {
    return isPlainDate(text) || (hasPlainDate(text) && isOffset(text, PLAIN_DATE_LENGTH))
        ? (int) plainDay(text)
        : (int) Math.floorDiv(parse(text, "date", false), EpochMicros.MICROS_PER_DAY);
  }

  public static long textToTimestamp(String text) {
    return parse(text, "timestamp", false);
  }

  public static long textToTimestamptz(String text) {
    return textToInstant(text, ZoneOffset.UTC);
  }

  /** Parses a timestamp with time zone; {@code zone} applies to a text without a zone. */
  public static long textToInstant(String text, ZoneId zone) {
    Matcher matcher = DATE_TIME.matcher(normalized(text));
    long local = parse(text, "timestamp with time zone", true);
    return matcher.matches() && matcher.group(5) == null ? TimeZones.zoned(zone, local) : local;
  }

  /** Converts dates without separators, and in month-first order, to ISO 8601. */
  private static String normalized(String text) {
    String stripped = text.strip();
    Matcher tight = TIGHT_DATE.matcher(stripped);
    if (tight.find()) {
      return tight.group(1)
          + "-"
          + tight.group(2)
          + "-"
          + tight.group(3)
          + stripped.substring(tight.end());
    }
    Matcher american = MONTH_FIRST.matcher(stripped);
    return american.find()
        ? american.group(3)
            + "-"
            + american.group(1)
            + "-"
            + american.group(2)
            + stripped.substring(american.end())
        : stripped;
  }

  /**
   * Returns whether a text is a date like 2024-02-29. Most dates have this form, which is parsed
   * without a regular expression.
   */
  static boolean isPlainDate(String text) {
    return text.length() == PLAIN_DATE_LENGTH && hasPlainDate(text);
  }

  private static boolean hasPlainDate(String text) {
    if (text.length() < PLAIN_DATE_LENGTH) {
      return false;
    }
    for (int i = 0; i < PLAIN_DATE_LENGTH; i++) {
      boolean isSeparator = i == MONTH_START - 1 || i == DAY_START - 1;
      if (isSeparator ? text.charAt(i) != '-' : !isDigit(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether only a UTC offset in hours follows, which drivers send with dates. */
  private static boolean isOffset(String text, int start) {
    int sign = text.startsWith(" ", start) ? start + 1 : start;
    return text.length() == sign + 3
        && (text.charAt(sign) == '+' || text.charAt(sign) == '-')
        && isDigit(text.charAt(sign + 1))
        && isDigit(text.charAt(sign + 2));
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static long plainDay(String text) {
    try {
      return LocalDate.of(
              Integer.parseInt(text, 0, MONTH_START - 1, 10),
              Integer.parseInt(text, MONTH_START, DAY_START - 1, 10),
              Integer.parseInt(text, DAY_START, PLAIN_DATE_LENGTH, 10))
          .toEpochDay();
    } catch (DateTimeException e) {
      throw outOfRange(text, e);
    }
  }

  private static long parse(String text, String type, boolean isZoned) {
    Matcher matcher = DATE_TIME.matcher(normalized(text));
    if (!matcher.matches()) {
      throw invalid(text, type);
    }
    try {
      LocalDate date =
          LocalDate.of(
              Integer.parseInt(matcher.group(1)),
              Integer.parseInt(matcher.group(2)),
              Integer.parseInt(matcher.group(3)));
      String time = matcher.group(4);
      long micros = time == null ? 0 : microsOfDay(time);
      long local = date.toEpochDay() * EpochMicros.MICROS_PER_DAY + micros;
      return isZoned && matcher.group(5) != null ? utc(local, matcher.group(5)) : local;
    } catch (DateTimeException e) {
      throw outOfRange(text, e);
    }
  }

  private static ColonnadeException outOfRange(String text, DateTimeException cause) {
    return new ColonnadeException(
        ErrorCode.DATETIME_OUT_OF_RANGE,
        "date/time field value out of range: \"" + text + "\"",
        cause);
  }

  private static long utc(long local, String zone) {
    return Character.isLetter(zone.charAt(0))
        ? TimeZones.zoned(TimeZones.named(zone), local)
        : local - zoneMicros(zone);
  }

  private static long zoneMicros(String zone) {
    String digits = zone.substring(1).replace(":", "");
    int hours = Integer.parseInt(digits.substring(0, Math.min(2, digits.length())));
    int minutes = digits.length() > 2 ? Integer.parseInt(digits.substring(2)) : 0;
    long micros = (hours * 3600L + minutes * 60L) * EpochMicros.MICROS_PER_SECOND;
    return zone.charAt(0) == '-' ? -micros : micros;
  }

  /** Parses a time of day, in microseconds; rejects the end of the day, 24:00. */
  public static long textToTime(String text) {
    long micros = microsOfDay(text);
    if (micros == EpochMicros.MICROS_PER_DAY) {
      throw new ColonnadeException(
          ErrorCode.DATETIME_OUT_OF_RANGE, "date/time field value out of range: \"" + text + "\"");
    }
    return micros;
  }

  /** Parses a time of day; after a date, 24:00 is the start of the next day. */
  private static long microsOfDay(String text) {
    Matcher matcher = TIME.matcher(text.strip());
    if (!matcher.matches()) {
      throw invalid(text, "time");
    }
    String fraction = matcher.group(4);
    long micros =
        fraction == null
            ? 0
            : new BigDecimal("0" + fraction)
                .movePointRight(MICRO_DIGITS)
                .setScale(0, java.math.RoundingMode.HALF_UP)
                .longValueExact();
    if (matcher.group(1).equals("24") && isEndOfDay(matcher) && micros == 0) {
      return EpochMicros.MICROS_PER_DAY;
    }
    try {
      LocalTime time =
          LocalTime.of(
              Integer.parseInt(matcher.group(1)),
              Integer.parseInt(matcher.group(2)),
              matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3)));
      return time.toSecondOfDay() * EpochMicros.MICROS_PER_SECOND + micros;
    } catch (DateTimeException e) {
      throw new ColonnadeException(
          ErrorCode.DATETIME_OUT_OF_RANGE,
          "date/time field value out of range: \"" + text + "\"",
          e);
    }
  }

  private static boolean isEndOfDay(Matcher matcher) {
    return Integer.parseInt(matcher.group(2)) == 0
        && (matcher.group(3) == null || Integer.parseInt(matcher.group(3)) == 0);
  }

  private static ColonnadeException invalid(String text, String type) {
    return new ColonnadeException(
        ErrorCode.INVALID_DATETIME, "invalid input syntax for type " + type + ": \"" + text + "\"");
  }

  public static String dateToText(int days) {
    return LocalDate.ofEpochDay(days).toString();
  }

  public static String timeToText(long micros) {
    return fraction(
        "%02d:%02d:%02d"
            .formatted(
                micros / (3600 * EpochMicros.MICROS_PER_SECOND),
                micros / (60 * EpochMicros.MICROS_PER_SECOND) % 60,
                micros / EpochMicros.MICROS_PER_SECOND % 60),
        Math.floorMod(micros, EpochMicros.MICROS_PER_SECOND));
  }

  private static String fraction(String text, long micros) {
    return micros == 0 ? text : text + ("." + "%06d".formatted(micros)).replaceAll("0+$", "");
  }

  public static String timestampToText(long micros) {
    return dateToText(timestampToDate(micros)) + " " + timeToText(timestampToTime(micros));
  }

  public static String timestamptzToText(long micros) {
    return timestampToText(micros) + "+00";
  }

  public static int timestampToDate(long micros) {
    return (int) Math.floorDiv(micros, EpochMicros.MICROS_PER_DAY);
  }

  public static long timestampToTime(long micros) {
    return Math.floorMod(micros, EpochMicros.MICROS_PER_DAY);
  }

  public static long dateToTimestamp(int days) {
    return days * EpochMicros.MICROS_PER_DAY;
  }

  /** Rounds a timestamp to a number of fraction digits of seconds. */
  public static long fitMicros(long micros, int digits) {
    if (digits >= MICRO_DIGITS) {
      return micros;
    }
    return BigDecimal.valueOf(micros)
        .movePointLeft(MICRO_DIGITS - digits)
        .setScale(0, java.math.RoundingMode.HALF_UP)
        .movePointRight(MICRO_DIGITS - digits)
        .longValueExact();
  }

  public static int dateAddDays(int days, int added) {
    return CheckedArithmetic.addInt(days, added);
  }

  public static int dateSubtractDays(int days, int removed) {
    return CheckedArithmetic.subtractInt(days, removed);
  }

  public static int dateMinusDate(int left, int right) {
    return CheckedArithmetic.subtractInt(left, right);
  }

  public static long timestampAddMonths(long micros, long months) {
    try {
      LocalDate date = LocalDate.ofEpochDay(timestampToDate(micros)).plusMonths(months);
      return Math.addExact(
          Math.multiplyExact(date.toEpochDay(), EpochMicros.MICROS_PER_DAY),
          timestampToTime(micros));
    } catch (DateTimeException | ArithmeticException e) {
      throw timestampOutOfRange(e);
    }
  }

  /** Returns the error for a timestamp out of range. */
  static ColonnadeException timestampOutOfRange(Exception cause) {
    return new ColonnadeException(ErrorCode.DATETIME_OUT_OF_RANGE, "timestamp out of range", cause);
  }

  public static long timestampAddMicros(long micros, long added) {
    return CheckedArithmetic.addLong(micros, added);
  }

  /** Returns a field of a date, as EXTRACT does. */
  public static BigDecimal extractDate(String field, int days) {
    String unit = field.toLowerCase(Locale.ROOT);
    return switch (unit) {
      case "epoch" -> BigDecimal.valueOf(days * 86_400L);
      case "julian" -> BigDecimal.valueOf(days + JULIAN_EPOCH);
      case "hour",
          "minute",
          "second",
          "millisecond",
          "milliseconds",
          "microsecond",
          "microseconds" ->
          throw new ColonnadeException(
              ErrorCode.UNSUPPORTED, "unit \"" + unit + "\" not supported for type date");
      default -> extractTimestamp(field, dateToTimestamp(days));
    };
  }

  /** Returns a field of a timestamp, as EXTRACT does. */
  public static BigDecimal extractTimestamp(String field, long micros) {
    LocalDateTime time = EpochMicros.toLocalDateTime(micros);
    long secondMicros = Math.floorMod(micros, EpochMicros.MICROS_PER_SECOND);
    return switch (field.toLowerCase(Locale.ROOT)) {
      case "year" -> BigDecimal.valueOf(time.getYear());
      case "month" -> BigDecimal.valueOf(time.getMonthValue());
      case "day" -> BigDecimal.valueOf(time.getDayOfMonth());
      case "hour" -> BigDecimal.valueOf(time.getHour());
      case "minute" -> BigDecimal.valueOf(time.getMinute());
      case "second" ->
          micros(time.getSecond() * EpochMicros.MICROS_PER_SECOND + secondMicros, MICRO_DIGITS);
      case "millisecond", "milliseconds" ->
          micros(time.getSecond() * EpochMicros.MICROS_PER_SECOND + secondMicros, 3);
      case "microsecond", "microseconds" ->
          BigDecimal.valueOf(time.getSecond() * EpochMicros.MICROS_PER_SECOND + secondMicros);
      case "epoch" -> micros(micros, MICRO_DIGITS);
      case "julian" -> julian(micros);
      case "dow" -> BigDecimal.valueOf(time.getDayOfWeek().getValue() % DayOfWeek.values().length);
      case "isodow" -> BigDecimal.valueOf(time.getDayOfWeek().getValue());
      case "doy" -> BigDecimal.valueOf(time.getDayOfYear());
      case "quarter" -> BigDecimal.valueOf(time.get(IsoFields.QUARTER_OF_YEAR));
      case "week" -> BigDecimal.valueOf(time.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
      case "isoyear" -> BigDecimal.valueOf(time.get(IsoFields.WEEK_BASED_YEAR));
      case "decade" -> BigDecimal.valueOf(Math.floorDiv(time.getYear(), 10));
      case "century" -> BigDecimal.valueOf(Math.floorDiv(time.getYear() + 99, 100));
      case "millennium" -> BigDecimal.valueOf(Math.floorDiv(time.getYear() + 999, 1000));
      default ->
          throw new ColonnadeException(
              ErrorCode.INVALID_ARGUMENT,
              "unit \"" + field + "\" not recognized for type timestamp without time zone");
    };
  }

  /** Returns the Julian day number with the fraction of the day, at twenty digits. */
  private static BigDecimal julian(long micros) {
    BigDecimal begun =
        BigDecimal.valueOf(Math.floorMod(micros, EpochMicros.MICROS_PER_DAY))
            .divide(BigDecimal.valueOf(EpochMicros.MICROS_PER_DAY), 20, RoundingMode.HALF_UP);
    return begun.add(
        BigDecimal.valueOf(Math.floorDiv(micros, EpochMicros.MICROS_PER_DAY) + JULIAN_EPOCH));
  }

  private static BigDecimal micros(long micros, int scale) {
    return BigDecimal.valueOf(micros, scale);
  }

  /** Truncates a timestamp to a unit, as date_trunc does. */
  public static long truncate(String field, long micros) {
    LocalDateTime time = EpochMicros.toLocalDateTime(micros);
    LocalDate date = time.toLocalDate();
    return switch (field.toLowerCase(Locale.ROOT)) {
      case "microseconds" -> micros;
      case "milliseconds" -> micros - Math.floorMod(micros, 1000);
      case "second" -> micros - Math.floorMod(micros, EpochMicros.MICROS_PER_SECOND);
      case "minute" -> micros - Math.floorMod(micros, 60 * EpochMicros.MICROS_PER_SECOND);
      case "hour" -> micros - Math.floorMod(micros, 3600 * EpochMicros.MICROS_PER_SECOND);
      case "day" -> start(date);
      case "week" -> start(date.with(ChronoField.DAY_OF_WEEK, 1));
      case "month" -> start(date.withDayOfMonth(1));
      case "quarter" ->
          start(date.withDayOfMonth(1).withMonth((date.getMonthValue() - 1) / 3 * 3 + 1));
      case "year" -> start(date.withDayOfYear(1));
      case "decade" -> startOfYear(Math.floorDiv(date.getYear(), 10) * 10);
      case "century" -> startOfYear(Math.floorDiv(date.getYear() - 1, 100) * 100 + 1);
      case "millennium" -> startOfYear(Math.floorDiv(date.getYear() - 1, 1000) * 1000 + 1);
      default ->
          throw new ColonnadeException(
              ErrorCode.INVALID_ARGUMENT,
              "unit \"" + field + "\" not recognized for type timestamp without time zone");
    };
  }

  private static long startOfYear(int year) {
    return start(LocalDate.of(year, 1, 1));
  }

  private static long start(LocalDate date) {
    return date.toEpochDay() * EpochMicros.MICROS_PER_DAY;
  }
}
