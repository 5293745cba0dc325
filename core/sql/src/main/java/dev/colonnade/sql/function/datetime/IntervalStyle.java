package dev.colonnade.sql.function.datetime;

import dev.colonnade.type.Interval;

/** Value of the setting {@code IntervalStyle}: form of intervals in output. */
public enum IntervalStyle {
  POSTGRES,
  POSTGRES_VERBOSE,
  SQL_STANDARD,
  ISO_8601;

  private static final long MICROS_PER_SECOND = Interval.MICROS_PER_SECOND;
  private static final long MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;
  private static final long MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;

  /** Returns the style of a value of the setting. */
  public static IntervalStyle of(String value) {
    return switch (value) {
      case "postgres_verbose" -> POSTGRES_VERBOSE;
      case "sql_standard" -> SQL_STANDARD;
      case "iso_8601" -> ISO_8601;
      default -> POSTGRES;
    };
  }

  /** Returns whether a minus sign before the first field of a text may hold for all fields. */
  public boolean isStandard() {
    return this == SQL_STANDARD;
  }

  /** Returns the text of an interval. */
  public String format(Interval value) {
    return switch (this) {
      case POSTGRES -> value.toString();
      case POSTGRES_VERBOSE -> verbose(value);
      case SQL_STANDARD -> standard(value);
      case ISO_8601 -> iso(value);
    };
  }

  private static String iso(Interval value) {
    StringBuilder out = new StringBuilder("P");
    appendUnit(out, value.months() / Interval.MONTHS_PER_YEAR, 'Y');
    appendUnit(out, value.months() % Interval.MONTHS_PER_YEAR, 'M');
    appendUnit(out, value.days(), 'D');
    long micros = value.micros();
    if (micros != 0) {
      out.append('T');
    }
    appendUnit(out, micros / MICROS_PER_HOUR, 'H');
    appendUnit(out, micros % MICROS_PER_HOUR / MICROS_PER_MINUTE, 'M');
    long seconds = micros % MICROS_PER_MINUTE;
    if (seconds != 0) {
      out.append(seconds < 0 ? "-" : "").append(Math.abs(seconds) / MICROS_PER_SECOND);
      DateTimeOutput.appendFraction(out, Math.abs(seconds) % MICROS_PER_SECOND);
      out.append('S');
    }
    return out.length() == 1 ? "PT0S" : out.toString();
  }

  private static void appendUnit(StringBuilder out, long amount, char unit) {
    if (amount != 0) {
      out.append(amount).append(unit);
    }
  }

  /** PostgreSQL's verbose form negates all fields behind the first one if that is negative. */
  private static String verbose(Interval value) {
    StringBuilder out = new StringBuilder("@");
    long[] amounts = {
      value.months() / Interval.MONTHS_PER_YEAR,
      value.months() % Interval.MONTHS_PER_YEAR,
      value.days(),
      value.micros() / MICROS_PER_HOUR,
      value.micros() % MICROS_PER_HOUR / MICROS_PER_MINUTE
    };
    String[] units = {"year", "mon", "day", "hour", "min"};
    boolean isZero = true;
    boolean isBefore = false;
    for (int i = 0; i < units.length; i++) {
      long amount = amounts[i];
      if (amount != 0) {
        if (isZero) {
          isBefore = amount < 0;
          amount = Math.abs(amount);
        } else if (isBefore) {
          amount = -amount;
        }
        out.append(' ').append(amount).append(' ').append(units[i]).append(amount == 1 ? "" : "s");
        isZero = false;
      }
    }
    long seconds = value.micros() % MICROS_PER_MINUTE;
    if (seconds != 0) {
      if (isZero) {
        isBefore = seconds < 0;
      }
      boolean isNegative = seconds < 0 != isBefore;
      long size = Math.abs(seconds);
      out.append(isNegative ? " -" : " ").append(size / MICROS_PER_SECOND);
      DateTimeOutput.appendFraction(out, size % MICROS_PER_SECOND);
      out.append(size == MICROS_PER_SECOND ? " sec" : " secs");
      isZero = false;
    }
    return out.append(isZero ? " 0" : "").append(isBefore ? " ago" : "").toString();
  }

  private static String standard(Interval value) {
    boolean isNegative = value.months() < 0 || value.days() < 0 || value.micros() < 0;
    boolean isPositive = value.months() > 0 || value.days() > 0 || value.micros() > 0;
    boolean hasMonths = value.months() != 0;
    boolean hasDay = value.days() != 0 || value.micros() != 0;
    if (!isNegative && !isPositive) {
      return "0";
    }
    StringBuilder out = new StringBuilder();
    long months = value.months();
    long days = value.days();
    long micros = value.micros();
    if ((isNegative && isPositive) || (hasMonths && hasDay)) {
      appendYears(out.append(months < 0 ? '-' : '+'), months);
      out.append(days < 0 ? " -" : " +").append(Math.abs(days)).append(' ');
      appendClock(out.append(micros < 0 ? '-' : '+'), micros);
      return out.toString();
    }
    out.append(isNegative ? "-" : "");
    if (hasMonths) {
      appendYears(out, months);
    } else {
      out.append(days == 0 ? "" : Math.abs(days) + " ");
      appendClock(out, micros);
    }
    return out.toString();
  }

  private static void appendYears(StringBuilder out, long months) {
    long size = Math.abs(months);
    out.append(size / Interval.MONTHS_PER_YEAR).append('-').append(size % Interval.MONTHS_PER_YEAR);
  }

  private static void appendClock(StringBuilder out, long micros) {
    long size = Math.abs(micros);
    out.append(size / MICROS_PER_HOUR).append(':');
    DateTimeOutput.appendPadded(out, size / MICROS_PER_MINUTE % 60, 2);
    out.append(':');
    DateTimeOutput.appendPadded(out, size / MICROS_PER_SECOND % 60, 2);
    DateTimeOutput.appendFraction(out, size % MICROS_PER_SECOND);
  }
}
