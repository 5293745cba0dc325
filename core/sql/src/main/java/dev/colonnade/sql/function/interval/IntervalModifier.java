package dev.colonnade.sql.function.interval;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.Interval;

/**
 * Modifier of the type interval: its fields, as {@code DAY TO SECOND}, and the digits of its
 * seconds.
 *
 * @param encoded in PostgreSQL's encoding; negative for neither
 */
public record IntervalModifier(int encoded) {
  /** Modifier of an interval with all fields and digits. */
  public static final IntervalModifier NONE = new IntervalModifier(-1);

  private static final int FIELDS_SHIFT = 16;
  private static final int ALL_FIELDS = 0x7FFF;
  private static final int PRECISION_MASK = 0xFFFF;
  private static final int MONTH = 1 << 1;
  private static final int YEAR = 1 << 2;
  private static final int DAY = 1 << 3;
  private static final int HOUR = 1 << 10;
  private static final int MINUTE = 1 << 11;
  private static final int SECOND = 1 << 12;

  /** Returns the unit of an amount at the end of a text that names none. */
  IntervalUnit lastUnit() {
    int fields = fields();
    if (fields == ALL_FIELDS || (fields & SECOND) != 0) {
      return IntervalUnit.SECOND;
    }
    if ((fields & MINUTE) != 0) {
      return IntervalUnit.MINUTE;
    }
    if ((fields & HOUR) != 0) {
      return IntervalUnit.HOUR;
    }
    if ((fields & DAY) != 0) {
      return IntervalUnit.DAY;
    }
    return (fields & MONTH) != 0 ? IntervalUnit.MONTH : IntervalUnit.YEAR;
  }

  /** Returns whether two numbers with a colon are minutes and seconds, not hours and minutes. */
  boolean isMinuteToSecond() {
    return fields() == (MINUTE | SECOND);
  }

  /** Returns the number of digits of seconds; more than there are for all. */
  public int digits() {
    return encoded & PRECISION_MASK;
  }

  /** Returns an interval truncated to the fields. */
  public Interval truncate(Interval value) {
    int fields = fields();
    return fields == ALL_FIELDS ? value : truncate(value, fields);
  }

  /** Throws INTERNAL, as PostgreSQL does, if no type of intervals has these fields. */
  public void requireFields() {
    int fields = fields();
    boolean isKnown =
        switch (fields) {
          case ALL_FIELDS, YEAR, MONTH, DAY, HOUR, MINUTE, SECOND -> true;
          case YEAR | MONTH, DAY | HOUR, DAY | HOUR | MINUTE, DAY | HOUR | MINUTE | SECOND -> true;
          case HOUR | MINUTE, HOUR | MINUTE | SECOND, MINUTE | SECOND -> true;
          default -> false;
        };
    if (!isKnown) {
      throw new ColonnadeException(ErrorCode.INTERNAL, "unrecognized interval typmod: " + encoded);
    }
  }

  private int fields() {
    return encoded < 0 ? ALL_FIELDS : encoded >> FIELDS_SHIFT & ALL_FIELDS;
  }

  private static Interval truncate(Interval value, int fields) {
    if ((fields & ~(YEAR | MONTH)) == 0) {
      int months =
          (fields & MONTH) == 0
              ? value.months() / Interval.MONTHS_PER_YEAR * Interval.MONTHS_PER_YEAR
              : value.months();
      return new Interval(months, 0, 0);
    }
    if (fields == DAY) {
      return new Interval(value.months(), value.days(), 0);
    }
    if ((fields & (MINUTE | SECOND)) == 0 && (fields & HOUR) != 0) {
      return truncated(value, IntervalSum.MICROS_PER_HOUR);
    }
    return (fields & SECOND) == 0 ? truncated(value, IntervalSum.MICROS_PER_MINUTE) : value;
  }

  private static Interval truncated(Interval value, long unit) {
    return new Interval(value.months(), value.days(), value.micros() / unit * unit);
  }
}
