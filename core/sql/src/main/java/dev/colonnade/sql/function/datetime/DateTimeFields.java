package dev.colonnade.sql.function.datetime;

import dev.colonnade.sql.function.scalar.EpochMicros;
import java.time.LocalDate;

/** Fields of a date and time while its text is decoded. The year 0 is 1 BC. */
final class DateTimeFields {
  private static final int MONTHS_PER_YEAR = 12;

  int year;
  int month;
  int day;
  int dayOfYear;
  int hour;
  int minute;
  int second;
  int fraction;

  void setDate(long epochDay) {
    LocalDate date = LocalDate.ofEpochDay(epochDay);
    year = date.getYear();
    month = date.getMonthValue();
    day = date.getDayOfMonth();
  }

  void setTime(long micros) {
    hour = (int) (micros / EpochMicros.MICROS_PER_HOUR);
    minute = (int) (micros / EpochMicros.MICROS_PER_MINUTE % 60);
    second = (int) (micros / EpochMicros.MICROS_PER_SECOND % 60);
    fraction = (int) (micros % EpochMicros.MICROS_PER_SECOND);
  }

  /** Returns the microseconds of the time of day. */
  long microsOfDay() {
    return hour * EpochMicros.MICROS_PER_HOUR
        + minute * EpochMicros.MICROS_PER_MINUTE
        + second * EpochMicros.MICROS_PER_SECOND
        + fraction;
  }

  /** Returns the days since 1970-01-01; the month and the day may exceed their ranges. */
  long epochDay() {
    return epochDay(year, month, day);
  }

  /** Returns the days since 1970-01-01 of a date of the Gregorian calendar, without a limit. */
  static long epochDay(int year, int month, int day) {
    long years = year + Math.floorDiv((long) month - 1, (long) MONTHS_PER_YEAR);
    int monthOfYear = Math.floorMod(month - 1, MONTHS_PER_YEAR) + 1;
    long cycles = Math.floorDiv(years, 400L);
    int yearOfCycle = (int) Math.floorMod(years, 400L) + 2000;
    return LocalDate.of(yearOfCycle, monthOfYear, 1).toEpochDay()
        + day
        - 1
        + (cycles - 5) * EpochMicros.DAYS_PER_400_YEARS;
  }
}
