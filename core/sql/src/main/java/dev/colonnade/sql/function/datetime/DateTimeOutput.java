package dev.colonnade.sql.function.datetime;

import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.sql.function.scalar.TimeZones;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.TextStyle;
import java.util.Locale;

/** Formatter of dates, times and timestamps by {@code DateStyle}. */
public final class DateTimeOutput {
  private static final String INFINITY = "infinity";
  private static final String MINUS_INFINITY = "-infinity";
  private static final String BEFORE_CHRIST = " BC";
  private static final int NAME_LENGTH = 3;
  private static final int SECONDS_PER_HOUR = 3600;

  private DateTimeOutput() {}

  /** Returns the text of a date, in days since 1970-01-01. */
  public static String date(int days, DateStyle style) {
    if (!EpochMicros.isFiniteDate(days)) {
      return days > 0 ? INFINITY : MINUS_INFINITY;
    }
    StringBuilder out = new StringBuilder();
    LocalDate date = LocalDate.ofEpochDay(days);
    switch (style.form()) {
      case ISO, XSD, GERMAN -> appendDate(out, date, style);
      case SQL -> appendDate(out, date, style);
      case POSTGRES -> {
        appendPair(out, date, style.order() == DateOrder.DMY, '-');
        out.append('-');
        appendYear(out, date);
      }
    }
    return out.append(date.getYear() > 0 ? "" : BEFORE_CHRIST).toString();
  }

  private static void appendDate(StringBuilder out, LocalDate date, DateStyle style) {
    switch (style.form()) {
      case GERMAN -> {
        appendPair(out, date, true, '.');
        out.append('.');
        appendYear(out, date);
      }
      case SQL -> {
        appendPair(out, date, style.order() == DateOrder.DMY, '/');
        out.append('/');
        appendYear(out, date);
      }
      case ISO, XSD, POSTGRES -> {
        appendYear(out, date);
        out.append('-');
        appendPair(out, date, false, '-');
      }
    }
  }

  private static void appendPair(
      StringBuilder out, LocalDate date, boolean isDayFirst, char separator) {
    appendPadded(out, isDayFirst ? date.getDayOfMonth() : date.getMonthValue(), 2);
    out.append(separator);
    appendPadded(out, isDayFirst ? date.getMonthValue() : date.getDayOfMonth(), 2);
  }

  private static void appendYear(StringBuilder out, LocalDate date) {
    appendPadded(out, date.getYear() > 0 ? date.getYear() : 1 - date.getYear(), 4);
  }

  static void appendPadded(StringBuilder out, long value, int width) {
    String digits = Long.toString(value);
    out.repeat('0', Math.max(0, width - digits.length())).append(digits);
  }

  /** Returns the text of a time of day, in microseconds. */
  public static String time(long micros) {
    StringBuilder out = new StringBuilder();
    appendTime(out, micros);
    return out.toString();
  }

  static void appendTime(StringBuilder out, long micros) {
    appendPadded(out, micros / EpochMicros.MICROS_PER_HOUR, 2);
    out.append(':');
    appendPadded(out, micros / EpochMicros.MICROS_PER_MINUTE % 60, 2);
    out.append(':');
    appendSeconds(out, micros % EpochMicros.MICROS_PER_MINUTE);
  }

  /** Appends two digits of seconds and the fraction without trailing zeros. */
  private static void appendSeconds(StringBuilder out, long micros) {
    appendPadded(out, micros / EpochMicros.MICROS_PER_SECOND, 2);
    appendFraction(out, micros % EpochMicros.MICROS_PER_SECOND);
  }

  static void appendFraction(StringBuilder out, long micros) {
    if (micros == 0) {
      return;
    }
    out.append('.');
    appendPadded(out, micros, 6);
    while (out.charAt(out.length() - 1) == '0') {
      out.setLength(out.length() - 1);
    }
  }

  /** Returns the text of a timestamp without time zone. */
  public static String timestamp(long micros, DateStyle style) {
    return EpochMicros.isFinite(micros)
        ? finite(micros, style, "")
        : micros > 0 ? INFINITY : MINUS_INFINITY;
  }

  /** Returns the text of a timestamp with time zone, as local time in a zone. */
  public static String timestamptz(long micros, ZoneId zone, DateStyle style) {
    if (!EpochMicros.isFinite(micros)) {
      return micros > 0 ? INFINITY : MINUS_INFINITY;
    }
    long offset = TimeZones.offsetMicros(zone, micros);
    int seconds = (int) (offset / EpochMicros.MICROS_PER_SECOND);
    String shown =
        switch (style.form()) {
          case ISO, XSD -> offset(seconds, style);
          case SQL, GERMAN, POSTGRES -> " " + TimeZones.abbreviation(zone, micros);
        };
    return finite(micros + offset, style, shown);
  }

  /** Returns an offset in seconds east of Greenwich, with minutes and seconds where it has them. */
  public static String offset(int seconds, DateStyle style) {
    StringBuilder out = new StringBuilder();
    out.append(seconds < 0 ? '-' : '+');
    int size = Math.abs(seconds);
    appendPadded(out, size / SECONDS_PER_HOUR, 2);
    int rest = size % SECONDS_PER_HOUR;
    if (rest != 0 || style.form() == DateStyle.Form.XSD) {
      out.append(':');
      appendPadded(out, rest / 60, 2);
    }
    if (rest % 60 != 0) {
      out.append(':');
      appendPadded(out, rest % 60, 2);
    }
    return out.toString();
  }

  private static String finite(long local, DateStyle style, String zone) {
    StringBuilder out = new StringBuilder();
    LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(local, EpochMicros.MICROS_PER_DAY));
    long time = Math.floorMod(local, EpochMicros.MICROS_PER_DAY);
    if (style.form() == DateStyle.Form.POSTGRES) {
      appendNames(out, date, style.order() == DateOrder.DMY);
      out.append(' ');
      appendTime(out, time);
      out.append(' ');
      appendYear(out, date);
    } else {
      appendDate(out, date, style);
      out.append(style.form() == DateStyle.Form.XSD ? 'T' : ' ');
      appendTime(out, time);
    }
    return out.append(zone).append(date.getYear() > 0 ? "" : BEFORE_CHRIST).toString();
  }

  private static void appendNames(StringBuilder out, LocalDate date, boolean isDayFirst) {
    String day = date.getDayOfWeek().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
    String month = date.getMonth().getDisplayName(TextStyle.FULL, Locale.ENGLISH);
    out.append(day, 0, NAME_LENGTH).append(' ');
    if (isDayFirst) {
      appendPadded(out, date.getDayOfMonth(), 2);
      out.append(' ').append(month, 0, NAME_LENGTH);
    } else {
      out.append(month, 0, NAME_LENGTH).append(' ');
      appendPadded(out, date.getDayOfMonth(), 2);
    }
  }
}
