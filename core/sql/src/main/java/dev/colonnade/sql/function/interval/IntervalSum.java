package dev.colonnade.sql.function.interval;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.Interval;

/**
 * Sum of the fields of an interval. Fractions carry over to smaller fields as in PostgreSQL. An
 * amount that is too large throws an {@link ArithmeticException}.
 */
final class IntervalSum {
  static final long MICROS_PER_SECOND = 1_000_000;
  static final long MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;
  static final long MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;

  private int years;
  private int months;
  private int days;
  private long micros;

  /** Adds years of a number of years each; a fraction is rounded to months. */
  void addYears(long amount, double fraction, int yearsEach) {
    years = Math.addExact(years, Math.multiplyExact(Math.toIntExact(amount), yearsEach));
    months =
        Math.addExact(months, (int) Math.rint(fraction * yearsEach * Interval.MONTHS_PER_YEAR));
  }

  void addMonths(long amount, double fraction) {
    months = Math.addExact(months, Math.toIntExact(amount));
    addFractionOfDays(fraction, Interval.DAYS_PER_MONTH);
  }

  void addWeeks(long amount, double fraction) {
    days = Math.addExact(days, Math.multiplyExact(Math.toIntExact(amount), 7));
    addFractionOfDays(fraction, 7);
  }

  void addDays(long amount, double fraction) {
    days = Math.addExact(days, Math.toIntExact(amount));
    addFractionOfMicros(fraction, Interval.MICROS_PER_DAY);
  }

  private void addFractionOfDays(double fraction, int daysEach) {
    double all = fraction * daysEach;
    days = Math.addExact(days, (int) all);
    addFractionOfMicros(all - (int) all, Interval.MICROS_PER_DAY);
  }

  void addMicros(long amount, double fraction, long microsEach) {
    micros = Math.addExact(micros, Math.multiplyExact(amount, microsEach));
    addFractionOfMicros(fraction, microsEach);
  }

  private void addFractionOfMicros(double fraction, long microsEach) {
    double all = fraction * microsEach;
    long whole = (long) all;
    double rest = all - whole;
    micros = Math.addExact(micros, whole + (rest > 0.5 ? 1 : rest < -0.5 ? -1 : 0));
  }

  /** Replaces the part of hours and less. */
  void setMicros(long others) {
    micros = others;
  }

  /** Negates all fields. */
  void negate() {
    years = Math.negateExact(years);
    months = Math.negateExact(months);
    days = Math.negateExact(days);
    micros = Math.negateExact(micros);
  }

  /** Returns the interval; DATETIME_OUT_OF_RANGE if it has too many months. */
  Interval interval() {
    long all = (long) years * Interval.MONTHS_PER_YEAR + months;
    if (all != (int) all) {
      throw new ColonnadeException(ErrorCode.DATETIME_OUT_OF_RANGE, "interval out of range");
    }
    return new Interval((int) all, days, micros);
  }
}
