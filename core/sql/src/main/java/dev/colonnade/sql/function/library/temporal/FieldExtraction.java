package dev.colonnade.sql.function.library.temporal;

import dev.colonnade.sql.function.datetime.DateTimeUnit;
import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.type.Interval;
import dev.colonnade.type.value.SpecialNumeric;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.IsoFields;
import org.jspecify.annotations.Nullable;

/** Fields of dates, times, timestamps and intervals, as EXTRACT returns them. */
final class FieldExtraction {
  private static final int MICRO_DIGITS = 6;
  private static final int MILLI_DIGITS = 3;
  private static final int SECONDS_PER_DAY = 86_400;
  private static final int SECONDS_PER_HOUR = 3600;
  private static final int DAYS_PER_YEAR_QUARTERS = 1461;
  private static final int JULIAN_DIGITS = 20;
  private static final String DATE = "date";
  private static final String TIME = "time without time zone";
  private static final String TIMETZ = "time with time zone";
  private static final String TIMESTAMP = "timestamp without time zone";
  private static final String TIMESTAMPTZ = "timestamp with time zone";
  private static final String INTERVAL = "interval";

  private FieldExtraction() {}

  private static BigDecimal number(long value) {
    return BigDecimal.valueOf(value);
  }

  static @Nullable BigDecimal ofDate(String field, int days) {
    DateTimeUnit unit = DateTimeUnit.of(field, DATE);
    if (unit.isOfTime() || unit.isOfZone()) {
      throw DateTimeUnit.unsupported(field, DATE);
    }
    if (!EpochMicros.isFiniteDate(days)) {
      return unit.isMonotonic() ? SpecialNumeric.infinity(days < 0) : null;
    }
    return switch (unit) {
      case EPOCH -> number((long) days * SECONDS_PER_DAY);
      case JULIAN -> number((long) days + EpochMicros.JULIAN_EPOCH);
      default -> ofDay(unit, LocalDate.ofEpochDay(days));
    };
  }

  private static BigDecimal ofDay(DateTimeUnit unit, LocalDate date) {
    int year = date.getYear();
    return number(
        switch (unit) {
          case DAY -> date.getDayOfMonth();
          case MONTH -> date.getMonthValue();
          case QUARTER -> (date.getMonthValue() - 1) / 3 + 1;
          case WEEK -> date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
          case YEAR -> era(year);
          case DECADE -> Math.floorDiv(year, 10);
          case CENTURY -> year > 0 ? (year + 99) / 100 : -((100 - year) / 100);
          case MILLENNIUM -> year > 0 ? (year + 999) / 1000 : -((1000 - year) / 1000);
          case ISO_YEAR -> era(date.get(IsoFields.WEEK_BASED_YEAR));
          case DAY_OF_WEEK -> date.getDayOfWeek().getValue() % DayOfWeek.values().length;
          case ISO_DAY_OF_WEEK -> date.getDayOfWeek().getValue();
          case DAY_OF_YEAR -> date.getDayOfYear();
          default -> throw new IllegalArgumentException("no field of a day: unit=" + unit);
        });
  }

  /** There is no year 0: the year before 1 is -1. */
  private static int era(int year) {
    return year > 0 ? year : year - 1;
  }

  static BigDecimal ofTime(String field, long micros) {
    DateTimeUnit unit = DateTimeUnit.of(field, TIME);
    if (unit == DateTimeUnit.EPOCH) {
      return BigDecimal.valueOf(micros, MICRO_DIGITS);
    }
    if (!unit.isOfTime()) {
      throw DateTimeUnit.unsupported(field, TIME);
    }
    return ofClock(unit, micros);
  }

  /** Returns a field of a time with an offset in seconds east of Greenwich. */
  static BigDecimal ofTimeWithZone(String field, long micros, int offsetSeconds) {
    DateTimeUnit unit = DateTimeUnit.of(field, TIMETZ);
    if (unit == DateTimeUnit.EPOCH) {
      return BigDecimal.valueOf(
          micros - offsetSeconds * EpochMicros.MICROS_PER_SECOND, MICRO_DIGITS);
    }
    if (unit.isOfZone()) {
      return ofZone(unit, offsetSeconds);
    }
    if (!unit.isOfTime()) {
      throw DateTimeUnit.unsupported(field, TIMETZ);
    }
    return ofClock(unit, micros);
  }

  private static BigDecimal ofClock(DateTimeUnit unit, long micros) {
    long rest = micros % EpochMicros.MICROS_PER_MINUTE;
    return switch (unit) {
      case MICROSECOND -> number(rest);
      case MILLISECOND -> BigDecimal.valueOf(rest, MILLI_DIGITS);
      case SECOND -> BigDecimal.valueOf(rest, MICRO_DIGITS);
      case MINUTE -> number(micros / EpochMicros.MICROS_PER_MINUTE % 60);
      case HOUR -> number(micros / EpochMicros.MICROS_PER_HOUR);
      default -> throw new IllegalArgumentException("no field of a time: unit=" + unit);
    };
  }

  private static BigDecimal ofZone(DateTimeUnit unit, int offsetSeconds) {
    return number(
        switch (unit) {
          case ZONE_HOUR -> offsetSeconds / SECONDS_PER_HOUR;
          case ZONE_MINUTE -> offsetSeconds / 60 % 60;
          default -> offsetSeconds;
        });
  }

  static @Nullable BigDecimal ofTimestamp(String field, long micros) {
    DateTimeUnit unit = DateTimeUnit.of(field, TIMESTAMP);
    if (!EpochMicros.isFinite(micros)) {
      return unit.isMonotonic() ? SpecialNumeric.infinity(micros < 0) : null;
    }
    if (unit.isOfZone()) {
      throw DateTimeUnit.unsupported(field, TIMESTAMP);
    }
    return ofLocal(unit, micros);
  }

  /** Returns a field of an instant with its offset in seconds east of Greenwich. */
  static @Nullable BigDecimal ofInstant(String field, long micros, int offsetSeconds) {
    DateTimeUnit unit = DateTimeUnit.of(field, TIMESTAMPTZ);
    if (!EpochMicros.isFinite(micros)) {
      return unit.isMonotonic() ? SpecialNumeric.infinity(micros < 0) : null;
    }
    if (unit.isOfZone()) {
      return ofZone(unit, offsetSeconds);
    }
    return unit == DateTimeUnit.EPOCH
        ? BigDecimal.valueOf(micros, MICRO_DIGITS)
        : ofLocal(unit, micros + offsetSeconds * EpochMicros.MICROS_PER_SECOND);
  }

  private static BigDecimal ofLocal(DateTimeUnit unit, long micros) {
    if (unit == DateTimeUnit.EPOCH) {
      return BigDecimal.valueOf(micros, MICRO_DIGITS);
    }
    long day = Math.floorDiv(micros, EpochMicros.MICROS_PER_DAY);
    long time = Math.floorMod(micros, EpochMicros.MICROS_PER_DAY);
    if (unit == DateTimeUnit.JULIAN) {
      return number(day + EpochMicros.JULIAN_EPOCH)
          .add(
              number(time)
                  .divide(number(EpochMicros.MICROS_PER_DAY), JULIAN_DIGITS, RoundingMode.HALF_UP));
    }
    return unit.isOfTime() ? ofClock(unit, time) : ofDay(unit, LocalDate.ofEpochDay(day));
  }

  static BigDecimal ofInterval(String field, Interval value) {
    DateTimeUnit unit = DateTimeUnit.of(field, INTERVAL);
    int years = value.months() / Interval.MONTHS_PER_YEAR;
    int months = value.months() % Interval.MONTHS_PER_YEAR;
    return switch (unit) {
      case MICROSECOND, MILLISECOND, SECOND, MINUTE, HOUR -> ofClock(unit, value.micros());
      case DAY -> number(value.days());
      case MONTH -> number(months);
      case QUARTER -> number(months / 3 + 1);
      case YEAR -> number(years);
      case DECADE -> number(years / 10);
      case CENTURY -> number(years / 100);
      case MILLENNIUM -> number(years / 1000);
      case EPOCH -> epoch(value);
      case WEEK, JULIAN, DAY_OF_WEEK, ISO_DAY_OF_WEEK, DAY_OF_YEAR, ISO_YEAR ->
          throw DateTimeUnit.unsupported(field, INTERVAL);
      case ZONE, ZONE_HOUR, ZONE_MINUTE -> throw DateTimeUnit.unsupported(field, INTERVAL);
    };
  }

  /** Returns the seconds of an interval; a year has 365.25 days, a month 30. */
  private static BigDecimal epoch(Interval value) {
    BigDecimal days =
        number((long) (value.months() / Interval.MONTHS_PER_YEAR) * DAYS_PER_YEAR_QUARTERS)
            .divide(number(4))
            .add(
                number(
                    value.months() % Interval.MONTHS_PER_YEAR * (long) Interval.DAYS_PER_MONTH
                        + value.days()));
    return days.multiply(number(SECONDS_PER_DAY))
        .add(BigDecimal.valueOf(value.micros(), MICRO_DIGITS))
        .setScale(MICRO_DIGITS);
  }
}
