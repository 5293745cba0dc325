package dev.colonnade.sql.function.library.temporal;

import dev.colonnade.sql.function.datetime.DateTimeUnit;
import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.type.Interval;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.TemporalAdjusters;

/** Truncation of timestamps and intervals to a field, as {@code date_trunc} does it. */
final class Truncation {
  private static final long MICROS_PER_MILLI = 1000;

  private Truncation() {}

  /** Truncates a finite local timestamp. */
  static long ofTimestamp(String field, long micros, String type) {
    DateTimeUnit unit = DateTimeUnit.ofTruncation(field, type);
    LocalDate date = LocalDate.ofEpochDay(Math.floorDiv(micros, EpochMicros.MICROS_PER_DAY));
    int year = date.getYear();
    return switch (unit) {
      case MICROSECOND -> micros;
      case MILLISECOND -> micros - Math.floorMod(micros, MICROS_PER_MILLI);
      case SECOND -> micros - Math.floorMod(micros, EpochMicros.MICROS_PER_SECOND);
      case MINUTE -> micros - Math.floorMod(micros, EpochMicros.MICROS_PER_MINUTE);
      case HOUR -> micros - Math.floorMod(micros, EpochMicros.MICROS_PER_HOUR);
      case DAY -> start(date);
      case WEEK -> start(date.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY)));
      case MONTH -> start(date.withDayOfMonth(1));
      case QUARTER ->
          start(date.withDayOfMonth(1).withMonth((date.getMonthValue() - 1) / 3 * 3 + 1));
      case YEAR -> startOfYear(year);
      case DECADE -> startOfYear(Math.floorDiv(year, 10) * 10);
      case CENTURY -> startOfYear(Math.floorDiv(year - 1, 100) * 100 + 1);
      case MILLENNIUM -> startOfYear(Math.floorDiv(year - 1, 1000) * 1000 + 1);
      case EPOCH, JULIAN, DAY_OF_WEEK, ISO_DAY_OF_WEEK, DAY_OF_YEAR, ISO_YEAR ->
          throw DateTimeUnit.unsupported(field, type);
      case ZONE, ZONE_HOUR, ZONE_MINUTE -> throw DateTimeUnit.unsupported(field, type);
    };
  }

  private static long startOfYear(int year) {
    return start(LocalDate.of(year, 1, 1));
  }

  private static long start(LocalDate date) {
    return EpochMicros.require(date.toEpochDay() * EpochMicros.MICROS_PER_DAY);
  }

  /** Truncates an interval. */
  static Interval ofInterval(String field, Interval value) {
    DateTimeUnit unit = DateTimeUnit.ofTruncation(field, "interval");
    int months = value.months();
    return switch (unit) {
      case MILLENNIUM -> new Interval(months / 12_000 * 12_000, 0, 0);
      case CENTURY -> new Interval(months / 1_200 * 1_200, 0, 0);
      case DECADE -> new Interval(months / 120 * 120, 0, 0);
      case YEAR -> new Interval(months / 12 * 12, 0, 0);
      case QUARTER -> new Interval(months / 3 * 3, 0, 0);
      case MONTH -> new Interval(months, 0, 0);
      case DAY -> new Interval(months, value.days(), 0);
      case HOUR -> ofClock(value, EpochMicros.MICROS_PER_HOUR);
      case MINUTE -> ofClock(value, EpochMicros.MICROS_PER_MINUTE);
      case SECOND -> ofClock(value, EpochMicros.MICROS_PER_SECOND);
      case MILLISECOND -> ofClock(value, MICROS_PER_MILLI);
      case MICROSECOND -> value;
      case WEEK, EPOCH, JULIAN, DAY_OF_WEEK, ISO_DAY_OF_WEEK, DAY_OF_YEAR, ISO_YEAR ->
          throw DateTimeUnit.unsupported(field, "interval");
      case ZONE, ZONE_HOUR, ZONE_MINUTE -> throw DateTimeUnit.unsupported(field, "interval");
    };
  }

  private static Interval ofClock(Interval value, long unit) {
    return new Interval(value.months(), value.days(), value.micros() / unit * unit);
  }
}
