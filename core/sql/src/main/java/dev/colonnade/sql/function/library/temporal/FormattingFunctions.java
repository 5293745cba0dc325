package dev.colonnade.sql.function.library.temporal;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.FunctionContext;
import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.sql.function.library.numeric.NumberFormatter;
import dev.colonnade.sql.function.library.numeric.NumberReader;
import dev.colonnade.sql.function.library.temporal.DateTimeTemplate.Element;
import dev.colonnade.sql.function.library.temporal.DateTimeTemplate.Ordinal;
import dev.colonnade.sql.function.scalar.DateTimeFunctions;
import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.sql.function.scalar.TimeZones;
import dev.colonnade.type.Interval;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.TextStyle;
import java.time.temporal.IsoFields;
import java.time.temporal.JulianFields;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Data type formatting functions: {@code to_char}, {@code to_date}, {@code to_timestamp} and {@code
 * to_number}.
 */
public final class FormattingFunctions {

  /** SQL signatures of the functions of this class. */
  public static final List<String> SIGNATURES =
      List.of(
          "to_char(timestamp, text) text = formatTimestamp",
          "to_char(timestamptz, text) text = formatTimestamptz",
          "to_char(interval, text) text? = formatInterval",
          "to_char(int4, text) text = formatInt",
          "to_char(int8, text) text = formatLong",
          "to_char(numeric, text) text = formatDecimal",
          "to_char(float4, text) text = formatFloat",
          "to_char(float8, text) text = formatDouble",
          "to_date(text, text) date",
          "to_timestamp(text, text) timestamptz",
          "to_number(text, text) numeric");

  private static final int NAME_WIDTH = 9;

  private FormattingFunctions() {}

  public static @Nullable String formatTimestamp(long micros, String format) {
    if (format.isEmpty() || !EpochMicros.isFinite(micros)) {
      return null;
    }
    return format(EpochMicros.toLocalDateTime(micros), format, "", 0);
  }

  public static @Nullable String formatTimestamptz(
      FunctionContext context, long micros, String format) {
    if (format.isEmpty() || !EpochMicros.isFinite(micros)) {
      return null;
    }
    long offset = TimeZones.offsetMicros(context.timeZone(), micros);
    String zone = TimeZones.abbreviation(context.timeZone(), micros);
    return format(EpochMicros.toLocalDateTime(micros + offset), format, zone, offset);
  }

  public static @Nullable String formatInterval(Interval value, String format) {
    if (format.isEmpty()) {
      return null;
    }
    BoundedText out = new BoundedText();
    scan(format, out, (pattern, isPlain) -> IntervalFields.text(value, pattern, isPlain));
    return out.toString();
  }

  /** Formatter of one template pattern. */
  @FunctionalInterface
  private interface Field {
    String text(String pattern, boolean isPlain);
  }

  private static String format(LocalDateTime time, String format, String zone, long offset) {
    BoundedText out = new BoundedText();
    scan(format, out, (pattern, isPlain) -> field(time, pattern, isPlain, zone, offset));
    return out.toString();
  }

  private static void scan(String format, BoundedText out, Field field) {
    for (Element element : DateTimeTemplate.of(format).elements()) {
      String pattern = element.pattern();
      if (element.kind() != DateTimeTemplate.Kind.FIELD) {
        out.append(element.text());
        continue;
      }
      String text = field.text(pattern, element.isPlain());
      out.append(text);
      boolean isNumber = !text.isEmpty() && DateTimePatterns.hasOrdinal(pattern);
      if (element.ordinal() != Ordinal.NONE && isNumber) {
        String ending = ordinalEnding(text);
        out.append(element.ordinal() == Ordinal.UPPER ? ending.toUpperCase(Locale.ROOT) : ending);
      }
    }
  }

  private static String ordinalEnding(String number) {
    if (number.endsWith("11") || number.endsWith("12") || number.endsWith("13")) {
      return "th";
    }
    return switch (number.charAt(number.length() - 1)) {
      case '1' -> "st";
      case '2' -> "nd";
      case '3' -> "rd";
      default -> "th";
    };
  }

  private static String field(
      LocalDateTime time, String pattern, boolean isPlain, String zone, long offset) {
    int hour12 = time.getHour() % 12 == 0 ? 12 : time.getHour() % 12;
    int micros = time.getNano() / 1000;
    return switch (pattern) {
      case "HH24" -> FieldText.digits(time.getHour(), 2, isPlain);
      case "HH12", "HH" -> FieldText.digits(hour12, 2, isPlain);
      case "MI" -> FieldText.digits(time.getMinute(), 2, isPlain);
      case "SS" -> FieldText.digits(time.getSecond(), 2, isPlain);
      case "SSSS", "SSSSS" -> Integer.toString(time.toLocalTime().toSecondOfDay());
      case "MS" -> FieldText.digits(micros / 1000, 3, false);
      case "US" -> FieldText.digits(micros, 6, false);
      case "FF1", "FF2", "FF3", "FF4", "FF5", "FF6" ->
          FieldText.digits(micros, 6, false).substring(0, pattern.charAt(2) - '0');
      case "AM", "PM" -> time.getHour() < 12 ? "AM" : "PM";
      case "am", "pm" -> time.getHour() < 12 ? "am" : "pm";
      case "A.M.", "P.M." -> time.getHour() < 12 ? "A.M." : "P.M.";
      case "a.m.", "p.m." -> time.getHour() < 12 ? "a.m." : "p.m.";
      case "TZ" -> zone.toUpperCase(Locale.ROOT);
      case "tz" -> zone.toLowerCase(Locale.ROOT);
      case "TZH" -> sign(offset) + FieldText.digits(Math.abs(offset) / 3_600_000_000L, 2, false);
      case "TZM" -> FieldText.digits(Math.abs(offset) / 60_000_000L % 60, 2, false);
      case "OF" -> offsetText(offset, isPlain);
      case "FX" -> "";
      default -> dateField(time.toLocalDate(), pattern, isPlain);
    };
  }

  private static String sign(long offset) {
    return offset < 0 ? "-" : "+";
  }

  private static String offsetText(long offset, boolean isPlain) {
    long minutes = Math.abs(offset) / 60_000_000L;
    String hours = sign(offset) + FieldText.digits(minutes / 60, 2, isPlain);
    return minutes % 60 == 0 ? hours : hours + ":" + FieldText.digits(minutes % 60, 2, false);
  }

  private static String dateField(LocalDate date, String pattern, boolean isPlain) {
    boolean isBeforeChrist = date.getYear() <= 0;
    int year = isBeforeChrist ? 1 - date.getYear() : date.getYear();
    int weekYear = date.get(IsoFields.WEEK_BASED_YEAR);
    int isoYear = weekYear <= 0 ? 1 - weekYear : weekYear;
    return switch (pattern) {
      case "YYYY" -> FieldText.digits(year, 4, isPlain);
      case "Y,YYY" -> year / 1000 + "," + FieldText.digits(year % 1000, 3, false);
      case "YYY" -> FieldText.digits(year % 1000, 3, isPlain);
      case "YY" -> FieldText.digits(year % 100, 2, isPlain);
      case "Y" -> FieldText.digits(year % 10, 1, isPlain);
      case "IYYY" -> FieldText.digits(isoYear, 4, isPlain);
      case "IYY" -> FieldText.digits(isoYear % 1000, 3, isPlain);
      case "IY" -> FieldText.digits(isoYear % 100, 2, isPlain);
      case "I" -> FieldText.digits(isoYear % 10, 1, isPlain);
      case "MM" -> FieldText.digits(date.getMonthValue(), 2, isPlain);
      case "DD" -> FieldText.digits(date.getDayOfMonth(), 2, isPlain);
      case "DDD" -> FieldText.digits(date.getDayOfYear(), 3, isPlain);
      case "IDDD" ->
          FieldText.digits(
              (date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) - 1) * 7L
                  + date.getDayOfWeek().getValue(),
              3,
              isPlain);
      case "D" -> Integer.toString(date.getDayOfWeek().getValue() % 7 + 1);
      case "ID" -> Integer.toString(date.getDayOfWeek().getValue());
      case "W" -> Integer.toString((date.getDayOfMonth() - 1) / 7 + 1);
      case "WW" -> FieldText.digits((date.getDayOfYear() - 1) / 7 + 1, 2, isPlain);
      case "IW" -> FieldText.digits(date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR), 2, isPlain);
      case "Q" -> Integer.toString(date.get(IsoFields.QUARTER_OF_YEAR));
      case "CC" ->
          FieldText.digits(isBeforeChrist ? -((year + 99) / 100) : (year + 99) / 100, 2, isPlain);
      case "J" -> Long.toString(date.getLong(JulianFields.JULIAN_DAY));
      case "RM", "rm" ->
          FieldText.cased(
              pattern, FieldText.padded(FieldText.roman(date.getMonthValue()), 4, isPlain));
      case "BC", "AD", "bc", "ad" -> FieldText.cased(pattern, isBeforeChrist ? "BC" : "AD");
      case "B.C.", "A.D.", "b.c.", "a.d." ->
          FieldText.cased(pattern, isBeforeChrist ? "B.C." : "A.D.");
      case "MONTH", "Month", "month" ->
          FieldText.cased(
              pattern, FieldText.padded(monthName(date, TextStyle.FULL), NAME_WIDTH, isPlain));
      case "MON", "Mon", "mon" ->
          FieldText.cased(pattern, monthName(date, TextStyle.FULL).substring(0, 3));
      case "DAY", "Day", "day" ->
          FieldText.cased(pattern, FieldText.padded(dayName(date), NAME_WIDTH, isPlain));
      case "DY", "Dy", "dy" -> FieldText.cased(pattern, dayName(date).substring(0, 3));
      default -> pattern;
    };
  }

  private static String monthName(LocalDate date, TextStyle style) {
    return date.getMonth().getDisplayName(style, Locale.ENGLISH);
  }

  private static String dayName(LocalDate date) {
    return date.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
  }

  public static String formatInt(int value, String format) {
    return NumberFormatter.ofInt(value, format);
  }

  public static String formatLong(long value, String format) {
    return NumberFormatter.ofLong(value, format);
  }

  public static String formatDecimal(BigDecimal value, String format) {
    return NumberFormatter.ofDecimal(value, format);
  }

  public static String formatDouble(double value, String format) {
    return NumberFormatter.ofDouble(value, format);
  }

  public static String formatFloat(float value, String format) {
    return NumberFormatter.ofFloat(value, format);
  }

  public static int toDate(String text, String format) {
    long day = DateTimeParser.read(text, format).day();
    if (day < EpochMicros.DATE_MIN || day >= EpochMicros.DATE_END) {
      throw new ColonnadeException(
          ErrorCode.DATETIME_OUT_OF_RANGE, "date out of range: \"" + text + "\"");
    }
    return (int) day;
  }

  public static long toTimestamp(FunctionContext context, String text, String format) {
    TemplateDateTime read = DateTimeParser.read(text, format);
    try {
      Long zone = read.zoneMicros();
      long micros =
          zone == null
              ? TimeZones.zoned(context.timeZone(), EpochMicros.require(read.micros()))
              : EpochMicros.require(Math.subtractExact(read.micros(), zone));
      return read.fractionDigits() < 0
          ? micros
          : DateTimeFunctions.fitTimestamp(micros, read.fractionDigits());
    } catch (ArithmeticException e) {
      throw new ColonnadeException(ErrorCode.DATETIME_OUT_OF_RANGE, "timestamp out of range", e);
    }
  }

  /** Returns null for an empty format, as PostgreSQL does. */
  public static @Nullable BigDecimal toNumber(String text, String format) {
    return format.isEmpty() ? null : NumberReader.read(text, format);
  }
}
