package dev.colonnade.sql.function.library.temporal;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.library.temporal.TemplateFields.Part;
import dev.colonnade.sql.function.scalar.EpochMicros;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.Month;
import java.time.Year;
import java.time.temporal.TemporalAdjusters;
import org.jspecify.annotations.Nullable;

/**
 * Date and time that a template reads.
 *
 * @param day days since 1970-01-01
 * @param time microseconds since the start of the day
 * @param zoneMicros UTC offset in the text in microseconds, positive east of Greenwich; null if
 *     there is none
 * @param fractionDigits digits of the fraction of a second that the result has; -1 for all
 */
record TemplateDateTime(long day, long time, @Nullable Long zoneMicros, int fractionDigits) {
  private static final int MICROS_PER_MILLI = 1000;
  private static final int SECONDS_PER_HOUR = 3600;
  private static final int MONTHS_PER_YEAR = 12;
  private static final int YEAR_END = 5_874_899;
  private static final int ZONE_HOURS_MAX = 15;

  /** Returns the microseconds since 1970-01-01 00:00. */
  long micros() {
    return Math.addExact(Math.multiplyExact(day, EpochMicros.MICROS_PER_DAY), time);
  }

  /** Returns the date and time of fields; {@code text} is the one of errors. */
  static TemplateDateTime of(String text, TemplateFields fields) {
    Builder builder = new Builder(text, fields);
    long time = builder.time();
    builder.setYear();
    builder.setDate();
    builder.requireDate();
    return new TemplateDateTime(
        builder.day(), builder.checked(time), builder.zoneMicros(), fields.fractionDigits);
  }

  /** Builder of a date and time from the fields of a template. */
  private static final class Builder {
    private final String text;
    private final TemplateFields fields;

    /** Year, where 0 is the year before the year 1. */
    private long year;

    /** True if the year was read, or results from what was. */
    private boolean hasYear;

    private int month = 1;
    private int day = 1;

    Builder(String text, TemplateFields fields) {
      this.text = text;
      this.fields = fields;
    }

    private ColonnadeException outOfRange() {
      return new ColonnadeException(
          ErrorCode.DATETIME_OUT_OF_RANGE, "date/time field value out of range: \"" + text + "\"");
    }

    /** Returns the microseconds of the day; -1 if a field is out of range. */
    long time() {
      int ofDay = fields.get(Part.SECOND_OF_DAY);
      long hour = orElse(Part.HOUR, ofDay / SECONDS_PER_HOUR);
      long minute = orElse(Part.MINUTE, ofDay % SECONDS_PER_HOUR / 60);
      long second = orElse(Part.SECOND, ofDay % 60);
      if (fields.hasTwelveHours) {
        hour = hourOfDay(hour);
      }
      long fraction = (long) fields.get(Part.MILLIS) * MICROS_PER_MILLI + fields.get(Part.MICROS);
      boolean isValid =
          isBelow(hour, 24)
              && isBelow(minute, 60)
              && isBelow(second, 60)
              && isBelow(fraction, EpochMicros.MICROS_PER_SECOND);
      return isValid
          ? ((hour * 60 + minute) * 60 + second) * EpochMicros.MICROS_PER_SECOND + fraction
          : -1;
    }

    private static boolean isBelow(long value, long end) {
      return value >= 0 && value < end;
    }

    private int orElse(Part part, int other) {
      return fields.has(part) ? fields.get(part) : other;
    }

    private long hourOfDay(long hour) {
      if (hour < 1 || hour > 12) {
        throw new ColonnadeException(
            ErrorCode.INVALID_DATETIME,
            "hour \"" + hour + "\" is invalid for the 12-hour clock",
            ErrorFields.NONE.withHint("Use the 24-hour clock, or give an hour between 1 and 12."));
      }
      return hour % 12 + (fields.has(Part.AFTERNOON) ? 12 : 0);
    }

    /** Returns a time that {@link #time} has found valid. */
    long checked(long time) {
      if (time < 0) {
        throw outOfRange();
      }
      return time;
    }

    /** Sets the year; the digits of a short year count from the start of a century. */
    void setYear() {
      boolean isBeforeChrist = fields.has(Part.BEFORE_CHRIST);
      long read = fields.get(Part.YEAR);
      long century = isBeforeChrist ? -fields.get(Part.CENTURY) : fields.get(Part.CENTURY);
      hasYear = read != 0 || century != 0;
      if (read == 0) {
        year = century > 0 ? (century - 1) * 100 + 1 : century < 0 ? century * 100 + 1 : 0;
      } else if (century != 0 && fields.yearDigits <= 2) {
        year = yearOf(century, read % 100);
      } else {
        long signed = isBeforeChrist ? -read : read;
        year = signed < 0 ? signed + 1 : signed;
      }
    }

    private static long yearOf(long century, long inCentury) {
      if (inCentury == 0) {
        return century * 100 + (century >= 0 ? 0 : 1);
      }
      return century >= 0 ? inCentury + (century - 1) * 100 : (century + 1) * 100 - inCentury + 1;
    }

    /** Sets the date by what was read of it: Julian day, week, day of the year, month and day. */
    void setDate() {
      if (fields.has(Part.JULIAN_DAY)) {
        setJulianDay(Integer.toUnsignedLong(fields.get(Part.JULIAN_DAY) + 32_044) - 32_044);
      }
      long dayOfYear = fields.get(Part.DAY_OF_YEAR);
      if (fields.has(Part.WEEK) && fields.isIsoWeek()) {
        setIsoDay((fields.get(Part.WEEK) - 1L) * 7 + dayOfIsoWeek());
      } else if (fields.has(Part.WEEK)) {
        dayOfYear = (fields.get(Part.WEEK) - 1L) * 7 + 1;
      }
      if (fields.has(Part.WEEK_OF_MONTH)) {
        day = (fields.get(Part.WEEK_OF_MONTH) - 1) * 7 + 1;
      } else {
        day = orElse(Part.DAY, day);
      }
      month = orElse(Part.MONTH, month);
      if (dayOfYear != 0 && (month <= 1 || day <= 1)) {
        setDayOfYear(dayOfYear);
      }
    }

    private void setJulianDay(long julian) {
      LocalDate date = LocalDate.ofEpochDay(julian - EpochMicros.JULIAN_EPOCH);
      hasYear = true;
      year = date.getYear();
      month = date.getMonthValue();
      day = date.getDayOfMonth();
    }

    /** Returns the day of a week from 0; the start of the week if none was read. */
    private int dayOfIsoWeek() {
      int dayOfWeek = fields.get(Part.DAY_OF_WEEK);
      return dayOfWeek == 0 ? 0 : dayOfWeek > 1 ? dayOfWeek - 2 : 6;
    }

    /** Sets the date by its days since the start of the year of weeks. */
    private void setIsoDay(long days) {
      long monday =
          LocalDate.of(yearInRange(), 1, 4)
              .with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY))
              .toEpochDay();
      setJulianDay(monday + days + EpochMicros.JULIAN_EPOCH);
    }

    private void setDayOfYear(long dayOfYear) {
      if (year == 0 && !fields.has(Part.BEFORE_CHRIST)) {
        throw new ColonnadeException(
            ErrorCode.INVALID_DATETIME, "cannot calculate day of year without year information");
      }
      if (fields.isIsoWeek()) {
        setIsoDay(dayOfYear - 1);
        return;
      }
      int length = Year.of(yearInRange()).length();
      LocalDate date =
          LocalDate.ofYearDay(yearInRange(), (int) Math.clamp(dayOfYear, 1, (long) length));
      boolean isBehind = dayOfYear > length;
      month = month <= 1 ? (isBehind ? MONTHS_PER_YEAR + 1 : date.getMonthValue()) : month;
      long dayOfMonth =
          isBehind ? dayOfYear - length : dayOfYear < 1 ? dayOfYear : date.getDayOfMonth();
      day = day <= 1 ? Math.clamp(dayOfMonth, -1, 32) : day;
    }

    /** Returns the year; of years beyond all dates the nearest one. */
    private int yearInRange() {
      return Math.clamp(year, -YEAR_END, YEAR_END);
    }

    /** Throws if a field of the date is out of range; of a known year, also the day of a month. */
    void requireDate() {
      boolean isValid =
          isBelow(month - 1L, MONTHS_PER_YEAR)
              && isBelow(day - 1L, 31)
              && (!hasYear || day <= Month.of(month).length(Year.isLeap(year)));
      if (!isValid) {
        throw outOfRange();
      }
    }

    long day() {
      return LocalDate.of(yearInRange(), month, 1).toEpochDay() + day - 1;
    }

    @Nullable Long zoneMicros() {
      if (fields.zoneSign == 0) {
        return null;
      }
      long hours = fields.get(Part.ZONE_HOURS);
      long minutes = fields.get(Part.ZONE_MINUTES);
      if (!isBelow(hours, ZONE_HOURS_MAX + 1L) || !isBelow(minutes, 60)) {
        throw new ColonnadeException(
            ErrorCode.INVALID_TIME_ZONE_DISPLACEMENT,
            "time zone displacement out of range: \"" + text + "\"");
      }
      return fields.zoneSign * (hours * 60 + minutes) * EpochMicros.MICROS_PER_MINUTE;
    }
  }
}
