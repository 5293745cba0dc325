package dev.colonnade.sql.function.library.temporal;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.FunctionContext;
import dev.colonnade.sql.function.datetime.DateTimeInput;
import dev.colonnade.sql.function.datetime.ZoneAbbreviations;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.function.scalar.DateTimeFunctions;
import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.sql.function.scalar.IntervalFunctions;
import dev.colonnade.sql.function.scalar.TimeZones;
import dev.colonnade.type.Interval;
import dev.colonnade.type.value.SpecialNumeric;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

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
          "overlaps(timestamp, timestamp, timestamp, timestamp) bool?!",
          "overlaps(timestamp, interval, timestamp, interval) bool?! = overlapsFor");

  private static final int POSTGRES_EPOCH_DAYS = 10_957;
  private static final int POSTGRES_EPOCH_SECONDS = 946_684_800;

  /** Bound of microseconds as floating-point number that fit a long. */
  private static final double MICROS_MAX = 9.2e18;

  private TemporalFunctions() {}

  public static long now(FunctionContext context) {
    return context.startMicros();
  }

  public static long clockTimestamp(FunctionContext context) {
    return context.clockMicros();
  }

  public static @Nullable String timeofday(FunctionContext context) {
    return FormattingFunctions.formatTimestamptz(
        context, context.clockMicros(), "Dy Mon DD HH24:MI:SS.US YYYY TZ");
  }

  public static @Nullable BigDecimal extractDate(String field, int days) {
    return FieldExtraction.ofDate(field, days);
  }

  public static BigDecimal extractTime(String field, long micros) {
    return FieldExtraction.ofTime(field, micros);
  }

  public static @Nullable BigDecimal extractTimestamp(String field, long micros) {
    return FieldExtraction.ofTimestamp(field, micros);
  }

  public static @Nullable BigDecimal extractTimestamptz(
      FunctionContext context, String field, long micros) {
    long offset =
        EpochMicros.isFinite(micros) ? TimeZones.offsetMicros(context.timeZone(), micros) : 0;
    return FieldExtraction.ofInstant(field, micros, (int) (offset / EpochMicros.MICROS_PER_SECOND));
  }

  public static BigDecimal extractInterval(String field, Interval value) {
    return FieldExtraction.ofInterval(field, value);
  }

  public static @Nullable Double datePartDate(String field, int days) {
    return real(extractTimestamp(field, DateTimeFunctions.dateToTimestamp(days)));
  }

  private static @Nullable Double real(@Nullable BigDecimal value) {
    if (value == null) {
      return null;
    }
    return SpecialNumeric.is(value) ? SpecialNumeric.toDouble(value) : value.doubleValue();
  }

  public static @Nullable Double datePartTime(String field, long micros) {
    return real(extractTime(field, micros));
  }

  public static @Nullable Double datePartTimestamp(String field, long micros) {
    return real(extractTimestamp(field, micros));
  }

  public static @Nullable Double datePartTimestamptz(
      FunctionContext context, String field, long micros) {
    return real(extractTimestamptz(context, field, micros));
  }

  public static @Nullable Double datePartInterval(String field, Interval value) {
    return real(extractInterval(field, value));
  }

  public static long truncTimestamp(String field, long micros) {
    return EpochMicros.isFinite(micros)
        ? Truncation.ofTimestamp(field, micros, "timestamp without time zone")
        : micros;
  }

  public static long truncTimestamptz(FunctionContext context, String field, long micros) {
    return truncated(field, micros, context.timeZone());
  }

  private static long truncated(String field, long micros, ZoneId zone) {
    if (!EpochMicros.isFinite(micros)) {
      return micros;
    }
    return TimeZones.zoned(
        zone,
        Truncation.ofTimestamp(field, TimeZones.unzoned(zone, micros), "timestamp with time zone"));
  }

  public static long truncInZone(String field, long micros, String zone) {
    return EpochMicros.isFinite(micros)
        ? truncated(field, micros, ZoneAbbreviations.zone(zone))
        : micros;
  }

  public static Interval truncInterval(String field, Interval value) {
    return Truncation.ofInterval(field, value);
  }

  public static long dateBin(Interval stride, long micros, long origin) {
    if (!EpochMicros.isFinite(micros)) {
      return micros;
    }
    if (!EpochMicros.isFinite(origin)) {
      throw new ColonnadeException(ErrorCode.DATETIME_OUT_OF_RANGE, "origin out of range");
    }
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
    if (Math.min(left, right) == EpochMicros.MINUS_INFINITY) {
      throw new ColonnadeException(ErrorCode.DATETIME_OUT_OF_RANGE, "timestamp out of range");
    }
    if (left < right) {
      return IntervalFunctions.negateInterval(age(right, left));
    }
    LocalDate from = dayOf(right);
    LocalDate to = dayOf(left);
    long micros =
        Math.floorMod(left, EpochMicros.MICROS_PER_DAY)
            - Math.floorMod(right, EpochMicros.MICROS_PER_DAY);
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

  /** Returns the day of a timestamp; PostgreSQL counts the infinite ones from 2000-01-01. */
  private static LocalDate dayOf(long micros) {
    long day = Math.floorDiv(micros, EpochMicros.MICROS_PER_DAY);
    return LocalDate.ofEpochDay(EpochMicros.isFinite(micros) ? day : day + POSTGRES_EPOCH_DAYS);
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
    long local = TimeZones.unzoned(context.timeZone(), context.startMicros());
    return local - Math.floorMod(local, EpochMicros.MICROS_PER_DAY);
  }

  /** Returns a date; a negative year is one before Christ. */
  public static int makeDate(int year, int month, int day) {
    if (year == 0 || month < 1 || month > 12 || day < 1 || day > 31) {
      throw dateOutOfRange("date field value out of range", year, month, day);
    }
    int astronomical = year < 0 ? year + 1 : year;
    try {
      long days = LocalDate.of(astronomical, month, day).toEpochDay();
      if (!EpochMicros.isDate(days)) {
        throw dateOutOfRange("date out of range", year, month, day);
      }
      return (int) days;
    } catch (DateTimeException e) {
      throw dateOutOfRange(
          Math.abs((long) astronomical) > Year.MAX_VALUE
              ? "date out of range"
              : "date field value out of range",
          year,
          month,
          day);
    }
  }

  private static ColonnadeException dateOutOfRange(String what, int year, int month, int day) {
    return new ColonnadeException(
        ErrorCode.DATETIME_OUT_OF_RANGE,
        String.format(Locale.ROOT, "%s: %d-%02d-%02d", what, year, month, day));
  }

  public static long makeTime(int hour, int minute, double second) {
    boolean isBeyondDay = hour == 24 && (minute > 0 || second > 0);
    if (hour < 0
        || hour > 24
        || minute < 0
        || minute > 59
        || !(second >= 0 && second <= 60)
        || isBeyondDay) {
      throw new ColonnadeException(
          ErrorCode.DATETIME_OUT_OF_RANGE,
          String.format(
              Locale.ROOT,
              "time field value out of range: %d:%02d:%s%s",
              hour,
              minute,
              second < 10 && second == Math.rint(second) ? "0" : "",
              Double.isFinite(second)
                  ? BigDecimal.valueOf(second).stripTrailingZeros().toPlainString()
                  : Double.toString(second)));
    }
    return (hour * 3600L + minute * 60L) * EpochMicros.MICROS_PER_SECOND
        + Math.round(second * EpochMicros.MICROS_PER_SECOND);
  }

  public static long makeTimestamp(
      int year, int month, int day, int hour, int minute, double second) {
    return EpochMicros.plus(
        DateTimeFunctions.dateToTimestamp(makeDate(year, month, day)),
        makeTime(hour, minute, second));
  }

  public static long makeTimestamptz(
      FunctionContext context, int year, int month, int day, int hour, int minute, double second) {
    return TimeZones.zoned(
        context.timeZone(), makeTimestamp(year, month, day, hour, minute, second));
  }

  public static long makeTimestampInZone(
      int year, int month, int day, int hour, int minute, double second, String zone) {
    return TimeZones.zoned(zoneOf(zone), makeTimestamp(year, month, day, hour, minute, second));
  }

  /** Returns a zone whose offset, if it is one, is positive east of Greenwich, as in texts. */
  private static ZoneId zoneOf(String name) {
    if (name.startsWith("+") || name.startsWith("-")) {
      return ZoneOffset.ofTotalSeconds(DateTimeInput.zoneOffset(name));
    }
    if (!name.isEmpty() && name.charAt(0) >= '0' && name.charAt(0) <= '9') {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "invalid input syntax for type numeric time zone: \"" + name + "\"",
          ErrorFields.NONE.withHint(
              "Numeric time zones must have \"-\" or \"+\" as first character."));
    }
    return ZoneAbbreviations.zone(name);
  }

  public static Interval makeInterval(
      int years, int months, int weeks, int days, int hours, int minutes, double seconds) {
    if (!Double.isFinite(seconds)) {
      throw new ColonnadeException(ErrorCode.DATETIME_OUT_OF_RANGE, "interval out of range");
    }
    return new Interval(
        CheckedArithmetic.addInt(CheckedArithmetic.multiplyInt(years, 12), months),
        CheckedArithmetic.addInt(CheckedArithmetic.multiplyInt(weeks, 7), days),
        (hours * 3600L + minutes * 60L) * EpochMicros.MICROS_PER_SECOND
            + Math.round(seconds * EpochMicros.MICROS_PER_SECOND));
  }

  public static long ofEpoch(double seconds) {
    if (Double.isInfinite(seconds)) {
      return seconds > 0 ? EpochMicros.INFINITY : EpochMicros.MINUS_INFINITY;
    }
    if (Double.isNaN(seconds)) {
      throw new ColonnadeException(ErrorCode.DATETIME_OUT_OF_RANGE, "timestamp cannot be NaN");
    }
    // PostgreSQL rounds microseconds since 2000-01-01.
    double micros = Math.rint((seconds - POSTGRES_EPOCH_SECONDS) * EpochMicros.MICROS_PER_SECOND);
    if (Math.abs(micros) >= MICROS_MAX) {
      throw new ColonnadeException(
          ErrorCode.DATETIME_OUT_OF_RANGE,
          "timestamp out of range: \"%s\"".formatted(Casts.doubleToText(seconds)));
    }
    return EpochMicros.plus(
        (long) micros, (long) POSTGRES_EPOCH_SECONDS * EpochMicros.MICROS_PER_SECOND);
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
    return EpochMicros.isFiniteDate(days);
  }

  public static boolean isFinite(long micros) {
    return EpochMicros.isFinite(micros);
  }

  public static boolean isFiniteInterval(Interval value) {
    return true;
  }

  public static long zoned(String zone, long micros) {
    return EpochMicros.isFinite(micros)
        ? TimeZones.zoned(ZoneAbbreviations.zone(zone), micros)
        : micros;
  }

  public static long unzoned(String zone, long micros) {
    return EpochMicros.isFinite(micros)
        ? TimeZones.unzoned(ZoneAbbreviations.zone(zone), micros)
        : micros;
  }

  public static long zonedBy(Interval offset, long micros) {
    return EpochMicros.isFinite(micros) ? EpochMicros.plus(micros, -fixed(offset)) : micros;
  }

  public static long unzonedBy(Interval offset, long micros) {
    return EpochMicros.isFinite(micros) ? EpochMicros.plus(micros, fixed(offset)) : micros;
  }

  static long fixed(Interval offset) {
    if (offset.months() != 0 || offset.days() != 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "interval time zone \"%s\" must not include months or days".formatted(offset));
    }
    return offset.micros();
  }

  /** Returns whether two periods overlap; an end that is NULL is unknown. */
  public static @Nullable Boolean overlaps(
      @Nullable Long from, @Nullable Long to, @Nullable Long otherFrom, @Nullable Long otherTo) {
    Long start = lesser(from, to);
    Long end = (from == null || to == null) ? null : (Long) Math.max(from, to);
    Long otherStart = lesser(otherFrom, otherTo);
    Long otherEnd =
        (otherFrom == null || otherTo == null) ? null : (Long) Math.max(otherFrom, otherTo);
    if (start == null || otherStart == null) {
      return null;
    }
    int order = Long.compare(start, otherStart);
    if (order == 0) {
      return (end == null || otherEnd == null) ? null : true;
    }
    return order > 0 ? reaches(otherEnd, start, end) : reaches(end, otherStart, otherEnd);
  }

  private static @Nullable Long lesser(@Nullable Long one, @Nullable Long other) {
    return one == null ? other : other == null ? one : (Long) Math.min(one, other);
  }

  /** Returns whether the earlier period ends after the start of the later one. */
  private static @Nullable Boolean reaches(
      @Nullable Long end, long start, @Nullable Long laterEnd) {
    return end == null ? null : end > start ? Boolean.TRUE : laterEnd == null ? null : false;
  }

  public static @Nullable Boolean overlapsFor(
      @Nullable Long from,
      @Nullable Interval length,
      @Nullable Long other,
      @Nullable Interval otherLength) {
    return overlaps(from, end(from, length), other, end(other, otherLength));
  }

  public static @Nullable Boolean overlapsFirstFor(
      @Nullable Long from, @Nullable Interval length, @Nullable Long other, @Nullable Long end) {
    return overlaps(from, end(from, length), other, end);
  }

  public static @Nullable Boolean overlapsSecondFor(
      @Nullable Long from, @Nullable Long end, @Nullable Long other, @Nullable Interval length) {
    return overlaps(from, end, other, end(other, length));
  }

  public static @Nullable Boolean timesOverlapFor(
      @Nullable Long from,
      @Nullable Interval length,
      @Nullable Long other,
      @Nullable Interval otherLength) {
    return overlaps(from, endOfTime(from, length), other, endOfTime(other, otherLength));
  }

  public static @Nullable Boolean timesOverlapFirstFor(
      @Nullable Long from, @Nullable Interval length, @Nullable Long other, @Nullable Long end) {
    return overlaps(from, endOfTime(from, length), other, end);
  }

  public static @Nullable Boolean timesOverlapSecondFor(
      @Nullable Long from, @Nullable Long end, @Nullable Long other, @Nullable Interval length) {
    return overlaps(from, end, other, endOfTime(other, length));
  }

  private static @Nullable Long endOfTime(@Nullable Long from, @Nullable Interval length) {
    return (from == null || length == null)
        ? null
        : (Long) Math.floorMod(from + length.micros(), EpochMicros.MICROS_PER_DAY);
  }

  private static @Nullable Long end(@Nullable Long from, @Nullable Interval length) {
    return (from == null || length == null)
        ? null
        : (Long) IntervalFunctions.addToTimestamp(from, length);
  }
}
