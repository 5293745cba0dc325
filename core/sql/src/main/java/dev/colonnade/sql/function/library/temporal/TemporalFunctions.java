package dev.colonnade.sql.function.library.temporal;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.FunctionContext;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.function.scalar.DateTimeFunctions;
import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.sql.function.scalar.IntervalFunctions;
import dev.colonnade.sql.function.scalar.TimeZones;
import dev.colonnade.type.Interval;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;

/** Functions on dates, times, timestamps and intervals. */
public final class TemporalFunctions {
  /** SQL signatures of the functions of this class. */
  public static final List<String> SIGNATURES =
      List.of(
          "now() timestamptz",
          "transaction_timestamp() timestamptz = now",
          "statement_timestamp() timestamptz = now",
          "clock_timestamp() timestamptz~",
          "timeofday() text~",
          "extract(text, date) numeric = extractDate",
          "extract(text, time) numeric = extractTime",
          "extract(text, timestamp) numeric = extractTimestamp",
          "extract(text, timestamptz) numeric = extractTimestamptz",
          "extract(text, interval) numeric = extractInterval",
          "date_part(text, date) float8 = datePartDate",
          "date_part(text, time) float8 = datePartTime",
          "date_part(text, timestamp) float8 = datePartTimestamp",
          "date_part(text, timestamptz) float8 = datePartTimestamptz",
          "date_part(text, interval) float8 = datePartInterval",
          "date_trunc(text, timestamp) timestamp = truncTimestamp",
          "date_trunc(text, timestamptz) timestamptz = truncTimestamptz",
          "date_trunc(text, timestamptz, text) timestamptz = truncInZone",
          "date_trunc(text, interval) interval = truncInterval",
          "date_bin(interval, timestamp, timestamp) timestamp = dateBin",
          "date_bin(interval, timestamptz, timestamptz) timestamptz = dateBin",
          "age(timestamp, timestamp) interval",
          "age(timestamptz, timestamptz) interval = ageZoned",
          "age(timestamp) interval = ageToday",
          "age(timestamptz) interval = ageTodayZoned",
          "make_date(int4, int4, int4) date",
          "make_time(int4, int4, float8) time",
          "make_timestamp(int4, int4, int4, int4, int4, float8) timestamp",
          "make_timestamptz(int4, int4, int4, int4, int4, float8) timestamptz",
          "make_timestamptz(int4, int4, int4, int4, int4, float8, text) timestamptz ="
              + " makeTimestampInZone",
          "make_interval(int4, int4, int4, int4, int4, int4, float8) interval",
          "to_timestamp(float8) timestamptz = ofEpoch",
          "justify_hours(interval) interval",
          "justify_days(interval) interval",
          "justify_interval(interval) interval",
          "isfinite(date) bool = isFiniteDate",
          "isfinite(timestamp) bool = isFinite",
          "isfinite(timestamptz) bool = isFinite",
          "isfinite(interval) bool = isFiniteInterval",
          "timezone(text, timestamp) timestamptz = zoned",
          "timezone(text, timestamptz) timestamp = unzoned",
          "timezone(interval, timestamp) timestamptz = zonedBy",
          "timezone(interval, timestamptz) timestamp = unzonedBy",
          "overlaps(timestamp, timestamp, timestamp, timestamp) bool",
          "overlaps(timestamp, interval, timestamp, interval) bool = overlapsFor");

  private static final int DAYS_PER_YEAR_QUARTERS = 1461;

  private TemporalFunctions() {}

  public static long now(FunctionContext context) {
    return context.startMicros();
  }

  public static long clockTimestamp(FunctionContext context) {
    return context.clockMicros();
  }

  public static String timeofday(FunctionContext context) {
    return FormattingFunctions.formatTimestamptz(
        context, context.clockMicros(), "Dy Mon DD HH24:MI:SS.US YYYY TZ");
  }

  public static BigDecimal extractDate(String field, int days) {
    return DateTimeFunctions.extractDate(field, days);
  }

  public static BigDecimal extractTime(String field, long micros) {
    return DateTimeFunctions.extractTimestamp(field, micros);
  }

  public static BigDecimal extractTimestamp(String field, long micros) {
    return DateTimeFunctions.extractTimestamp(field, micros);
  }

  public static BigDecimal extractTimestamptz(FunctionContext context, String field, long micros) {
    long offset = TimeZones.offsetMicros(context.timeZone(), micros);
    return switch (field.toLowerCase(Locale.ROOT)) {
      case "epoch" -> DateTimeFunctions.extractTimestamp(field, micros);
      case "timezone" -> BigDecimal.valueOf(offset / EpochMicros.MICROS_PER_SECOND);
      case "timezone_hour" -> BigDecimal.valueOf(offset / (3600 * EpochMicros.MICROS_PER_SECOND));
      case "timezone_minute" ->
          BigDecimal.valueOf(offset / (60 * EpochMicros.MICROS_PER_SECOND) % 60);
      default -> DateTimeFunctions.extractTimestamp(field, micros + offset);
    };
  }

  public static BigDecimal extractInterval(String field, Interval value) {
    int years = value.months() / Interval.MONTHS_PER_YEAR;
    long micros = value.micros();
    long seconds = micros % (60 * EpochMicros.MICROS_PER_SECOND);
    return switch (field.toLowerCase(Locale.ROOT)) {
      case "millennium" -> BigDecimal.valueOf(years / 1000);
      case "century" -> BigDecimal.valueOf(years / 100);
      case "decade" -> BigDecimal.valueOf(years / 10);
      case "year", "years" -> BigDecimal.valueOf(years);
      case "quarter" -> BigDecimal.valueOf(value.months() % 12 / 3 + 1);
      case "month", "months" -> BigDecimal.valueOf(value.months() % Interval.MONTHS_PER_YEAR);
      case "day", "days" -> BigDecimal.valueOf(value.days());
      case "hour", "hours" -> BigDecimal.valueOf(micros / (3600 * EpochMicros.MICROS_PER_SECOND));
      case "minute", "minutes" ->
          BigDecimal.valueOf(micros / (60 * EpochMicros.MICROS_PER_SECOND) % 60);
      case "second", "seconds" -> BigDecimal.valueOf(seconds, 6);
      case "millisecond", "milliseconds" -> BigDecimal.valueOf(seconds, 3);
      case "microsecond", "microseconds" -> BigDecimal.valueOf(seconds);
      case "epoch" -> epoch(value);
      default ->
          throw new ColonnadeException(
              ErrorCode.INVALID_ARGUMENT,
              "unit \"" + field + "\" not recognized for type interval");
    };
  }

  /** Returns the seconds of an interval; a year has 365.25 days, a month 30. */
  private static BigDecimal epoch(Interval value) {
    BigDecimal days =
        BigDecimal.valueOf((long) (value.months() / 12) * DAYS_PER_YEAR_QUARTERS)
            .divide(BigDecimal.valueOf(4))
            .add(BigDecimal.valueOf(value.months() % 12 * 30L + value.days()));
    return days.multiply(BigDecimal.valueOf(86_400))
        .add(BigDecimal.valueOf(value.micros(), 6))
        .setScale(6);
  }

  public static double datePartDate(String field, int days) {
    return extractDate(field, days).doubleValue();
  }

  public static double datePartTime(String field, long micros) {
    return extractTime(field, micros).doubleValue();
  }

  public static double datePartTimestamp(String field, long micros) {
    return extractTimestamp(field, micros).doubleValue();
  }

  public static double datePartTimestamptz(FunctionContext context, String field, long micros) {
    return extractTimestamptz(context, field, micros).doubleValue();
  }

  public static double datePartInterval(String field, Interval value) {
    return extractInterval(field, value).doubleValue();
  }

  public static long truncTimestamp(String field, long micros) {
    return DateTimeFunctions.truncate(field, micros);
  }

  public static long truncTimestamptz(FunctionContext context, String field, long micros) {
    return TimeZones.zoned(
        context.timeZone(),
        DateTimeFunctions.truncate(field, TimeZones.unzoned(context.timeZone(), micros)));
  }

  public static long truncInZone(String field, long micros, String zone) {
    ZoneId meant = TimeZones.named(zone);
    return TimeZones.zoned(
        meant, DateTimeFunctions.truncate(field, TimeZones.unzoned(meant, micros)));
  }

  public static Interval truncInterval(String field, Interval value) {
    int months = value.months();
    long micros = value.micros();
    return switch (field.toLowerCase(Locale.ROOT)) {
      case "millennium" -> new Interval(months / 12_000 * 12_000, 0, 0);
      case "century" -> new Interval(months / 1_200 * 1_200, 0, 0);
      case "decade" -> new Interval(months / 120 * 120, 0, 0);
      case "year" -> new Interval(months / 12 * 12, 0, 0);
      case "quarter" -> new Interval(months / 3 * 3, 0, 0);
      case "month" -> new Interval(months, 0, 0);
      case "day" -> new Interval(months, value.days(), 0);
      case "hour" -> new Interval(months, value.days(), micros - micros % 3_600_000_000L);
      case "minute" -> new Interval(months, value.days(), micros - micros % 60_000_000L);
      case "second" -> new Interval(months, value.days(), micros - micros % 1_000_000L);
      case "milliseconds" -> new Interval(months, value.days(), micros - micros % 1_000L);
      case "microseconds" -> value;
      default ->
          throw new ColonnadeException(
              ErrorCode.INVALID_ARGUMENT,
              "unit \"" + field + "\" not recognized for type interval");
    };
  }

  public static long dateBin(Interval stride, long micros, long origin) {
    if (stride.months() != 0) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "timestamps cannot be binned into intervals containing months or years");
    }
    long width = stride.days() * Interval.MICROS_PER_DAY + stride.micros();
    if (width <= 0) {
      throw new ColonnadeException(
          ErrorCode.DATETIME_OUT_OF_RANGE, "stride must be greater than zero");
    }
    return origin + Math.floorDiv(micros - origin, width) * width;
  }

  /** Returns the calendar difference in years, months, days and time. */
  public static Interval age(long left, long right) {
    if (left < right) {
      return IntervalFunctions.negateInterval(age(right, left));
    }
    LocalDate from = LocalDate.ofEpochDay(DateTimeFunctions.timestampToDate(right));
    LocalDate to = LocalDate.ofEpochDay(DateTimeFunctions.timestampToDate(left));
    long micros =
        DateTimeFunctions.timestampToTime(left) - DateTimeFunctions.timestampToTime(right);
    int months = (to.getYear() - from.getYear()) * 12 + to.getMonthValue() - from.getMonthValue();
    int days = to.getDayOfMonth() - from.getDayOfMonth();
    if (micros < 0) {
      micros += EpochMicros.MICROS_PER_DAY;
      days--;
    }
    if (days < 0) {
      days += from.lengthOfMonth();
      months--;
    }
    return new Interval(months, days, micros);
  }

  public static Interval ageZoned(FunctionContext context, long left, long right) {
    return age(
        TimeZones.unzoned(context.timeZone(), left), TimeZones.unzoned(context.timeZone(), right));
  }

  public static Interval ageToday(FunctionContext context, long micros) {
    return age(today(context), micros);
  }

  public static Interval ageTodayZoned(FunctionContext context, long micros) {
    return age(today(context), TimeZones.unzoned(context.timeZone(), micros));
  }

  private static long today(FunctionContext context) {
    return DateTimeFunctions.truncate(
        "day", TimeZones.unzoned(context.timeZone(), context.startMicros()));
  }

  public static int makeDate(int year, int month, int day) {
    try {
      return Casts.longToInteger(LocalDate.of(year, month, day).toEpochDay());
    } catch (DateTimeException e) {
      throw new ColonnadeException(
          ErrorCode.DATETIME_OUT_OF_RANGE,
          String.format(
              Locale.ROOT, "date field value out of range: %d-%02d-%02d", year, month, day),
          e);
    }
  }

  public static long makeTime(int hour, int minute, double second) {
    if (hour < 0 || hour > 24 || minute < 0 || minute > 59 || second < 0 || second > 60) {
      throw new ColonnadeException(
          ErrorCode.DATETIME_OUT_OF_RANGE,
          String.format(
              Locale.ROOT,
              "time field value out of range: %d:%02d:%s%s",
              hour,
              minute,
              second < 10 ? "0" : "",
              BigDecimal.valueOf(second).stripTrailingZeros().toPlainString()));
    }
    return (hour * 3600L + minute * 60L) * EpochMicros.MICROS_PER_SECOND
        + Math.round(second * EpochMicros.MICROS_PER_SECOND);
  }

  public static long makeTimestamp(
      int year, int month, int day, int hour, int minute, double second) {
    return DateTimeFunctions.dateToTimestamp(makeDate(year, month, day))
        + makeTime(hour, minute, second);
  }

  public static long makeTimestamptz(
      FunctionContext context, int year, int month, int day, int hour, int minute, double second) {
    return TimeZones.zoned(
        context.timeZone(), makeTimestamp(year, month, day, hour, minute, second));
  }

  public static long makeTimestampInZone(
      int year, int month, int day, int hour, int minute, double second, String zone) {
    return TimeZones.zoned(
        TimeZones.named(zone), makeTimestamp(year, month, day, hour, minute, second));
  }

  public static Interval makeInterval(
      int years, int months, int weeks, int days, int hours, int minutes, double seconds) {
    return new Interval(
        CheckedArithmetic.addInt(CheckedArithmetic.multiplyInt(years, 12), months),
        CheckedArithmetic.addInt(CheckedArithmetic.multiplyInt(weeks, 7), days),
        (hours * 3600L + minutes * 60L) * EpochMicros.MICROS_PER_SECOND
            + Math.round(seconds * EpochMicros.MICROS_PER_SECOND));
  }

  public static long ofEpoch(double seconds) {
    return Casts.doubleToLong(seconds * EpochMicros.MICROS_PER_SECOND);
  }

  public static Interval justifyHours(Interval value) {
    return IntervalFunctions.justifyHours(value);
  }

  public static Interval justifyDays(Interval value) {
    return IntervalFunctions.justifyDays(value);
  }

  public static Interval justifyInterval(Interval value) {
    return IntervalFunctions.justifyInterval(value);
  }

  public static boolean isFiniteDate(int days) {
    return true;
  }

  public static boolean isFinite(long micros) {
    return true;
  }

  public static boolean isFiniteInterval(Interval value) {
    return true;
  }

  public static long zoned(String zone, long micros) {
    return TimeZones.zoned(TimeZones.named(zone), micros);
  }

  public static long unzoned(String zone, long micros) {
    return TimeZones.unzoned(TimeZones.named(zone), micros);
  }

  public static long zonedBy(Interval offset, long micros) {
    return CheckedArithmetic.subtractLong(micros, offset.micros());
  }

  public static long unzonedBy(Interval offset, long micros) {
    return CheckedArithmetic.addLong(micros, offset.micros());
  }

  public static boolean overlaps(long from, long to, long otherFrom, long otherTo) {
    long start = Math.min(from, to);
    long end = Math.max(from, to);
    long otherStart = Math.min(otherFrom, otherTo);
    long otherEnd = Math.max(otherFrom, otherTo);
    return start == otherStart || (start < otherStart ? end > otherStart : otherEnd > start);
  }

  public static boolean overlapsFor(long from, Interval length, long other, Interval otherLength) {
    return overlaps(
        from,
        IntervalFunctions.addToTimestamp(from, length),
        other,
        IntervalFunctions.addToTimestamp(other, otherLength));
  }
}
