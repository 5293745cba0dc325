package dev.colonnade.sql.function.scalar;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interval.IntervalInput;
import dev.colonnade.sql.function.interval.IntervalModifier;
import dev.colonnade.type.Interval;
import java.time.ZoneId;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Interval parsing and arithmetic with PostgreSQL's semantics. */
public final class IntervalFunctions {
  /** Maximum digit count that the fast path parses; such a number is in range in any unit. */
  private static final int PLAIN_DIGITS_MAX = 6;

  private static final double TWO_TO_63 = 0x1p63;

  private static final Map<String, Interval> PLAIN_UNITS =
      Map.ofEntries(
          Map.entry("s", new Interval(0, 0, 1_000_000)),
          Map.entry("second", new Interval(0, 0, 1_000_000)),
          Map.entry("seconds", new Interval(0, 0, 1_000_000)),
          Map.entry("minute", new Interval(0, 0, 60_000_000)),
          Map.entry("minutes", new Interval(0, 0, 60_000_000)),
          Map.entry("hour", new Interval(0, 0, 3_600_000_000L)),
          Map.entry("hours", new Interval(0, 0, 3_600_000_000L)),
          Map.entry("day", new Interval(0, 1, 0)),
          Map.entry("days", new Interval(0, 1, 0)),
          Map.entry("week", new Interval(0, 7, 0)),
          Map.entry("weeks", new Interval(0, 7, 0)),
          Map.entry("month", new Interval(1, 0, 0)),
          Map.entry("months", new Interval(1, 0, 0)),
          Map.entry("year", new Interval(12, 0, 0)),
          Map.entry("years", new Interval(12, 0, 0)));

  private IntervalFunctions() {}

  /**
   * Returns the interval of a text.
   *
   * @param isStandard true for the style {@code sql_standard}
   */
  public static Interval textToInterval(String text, boolean isStandard) {
    Interval plain = plain(text);
    return plain == null ? IntervalInput.parse(text, IntervalModifier.NONE, isStandard) : plain;
  }

  /**
   * Fast path: parses an integer and a unit; returns null for any other text. Most texts have this
   * form, and regular expressions cost ten times as much. A test verifies that both paths agree.
   */
  static @Nullable Interval plain(String text) {
    int start = text.startsWith("-") ? 1 : 0;
    int at = start;
    int amount = 0;
    while (at < text.length() && at - start < PLAIN_DIGITS_MAX && isDigit(text.charAt(at))) {
      amount = amount * 10 + (text.charAt(at) - '0');
      at++;
    }
    if (at == start) {
      return null;
    }
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
    Interval unit = PLAIN_UNITS.get(text.substring(at));
    if (unit == null) {
      return null;
    }
    int signed = start == 1 ? -amount : amount;
    return new Interval(unit.months() * signed, unit.days() * signed, unit.micros() * signed);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  public static Interval intervalOf(int months, int days, long micros) {
    return new Interval(months, days, micros);
  }

  public static String intervalToText(Interval value) {
    return value.toString();
  }

  public static Interval addInterval(Interval left, Interval right) {
    return checked(
        (long) left.months() + right.months(),
        (long) left.days() + right.days(),
        addedMicros(left.micros(), right.micros()));
  }

  private static long addedMicros(long left, long right) {
    long sum = left + right;
    if (((left ^ sum) & (right ^ sum)) < 0) {
      throw outOfRange();
    }
    return sum;
  }

  public static Interval subtractInterval(Interval left, Interval right) {
    return addInterval(left, negateInterval(right));
  }

  public static Interval negateInterval(Interval value) {
    return checked(
        -(long) value.months(), -(long) value.days(), CheckedArithmetic.negateLong(value.micros()));
  }

  private static Interval checked(long months, long days, long micros) {
    if (months != (int) months || days != (int) days) {
      throw outOfRange();
    }
    return new Interval((int) months, (int) days, micros);
  }

  private static ColonnadeException outOfRange() {
    return new ColonnadeException(ErrorCode.DATETIME_OUT_OF_RANGE, "interval out of range");
  }

  /**
   * Multiplies an interval; a fraction of a month carries over to days, a fraction of a day to
   * microseconds.
   */
  public static Interval multiplyInterval(Interval value, double factor) {
    return ofParts(value.months() * factor, value.days() * factor, value.micros() * factor);
  }

  /**
   * Divides an interval as {@link #multiplyInterval} multiplies it: a product with the reciprocal
   * would be rounded twice.
   */
  public static Interval divideInterval(Interval value, double divisor) {
    CheckedArithmetic.requireNotZero(divisor == 0);
    return ofParts(value.months() / divisor, value.days() / divisor, value.micros() / divisor);
  }

  private static Interval ofParts(double months, double days, double micros) {
    if (!Double.isFinite(months) || !Double.isFinite(days)) {
      throw outOfRange();
    }
    double daysOfMonths = roundedToMicro((months - (long) months) * Interval.DAYS_PER_MONTH);
    double secondsOfDays =
        roundedToMicro(
            (days - (long) days + daysOfMonths - (long) daysOfMonths)
                * (Interval.MICROS_PER_DAY / 1e6));
    long wholeDays = (long) days + (long) daysOfMonths;
    double secondsPerDay = Interval.MICROS_PER_DAY / 1e6;
    if (Math.abs(secondsOfDays) >= secondsPerDay) {
      wholeDays += (long) (secondsOfDays / secondsPerDay);
      secondsOfDays -= ((long) (secondsOfDays / secondsPerDay)) * secondsPerDay;
    }
    double rounded = Math.rint(micros + secondsOfDays * 1e6);
    if (Double.isNaN(rounded) || rounded < -TWO_TO_63 || rounded >= TWO_TO_63) {
      throw outOfRange();
    }
    return checked((long) months, wholeDays, (long) rounded);
  }

  private static double roundedToMicro(double value) {
    return Math.rint(value * 1e6) / 1e6;
  }

  public static long addToTimestamp(long micros, Interval interval) {
    if (!EpochMicros.isFinite(micros)) {
      return micros;
    }
    long moved =
        interval.months() == 0
            ? micros
            : DateTimeFunctions.timestampAddMonths(micros, interval.months());
    try {
      long days = Math.multiplyExact((long) interval.days(), EpochMicros.MICROS_PER_DAY);
      return EpochMicros.plus(EpochMicros.plus(moved, days), interval.micros());
    } catch (ArithmeticException e) {
      throw DateTimeFunctions.timestampOutOfRange(e);
    }
  }

  /**
   * Returns an instant after an interval, whose months and days are of the local time in a zone.
   */
  public static long addToInstant(ZoneId zone, long micros, Interval interval) {
    if (interval.months() == 0 && interval.days() == 0) {
      return addToTimestamp(micros, interval);
    }
    Interval calendar = new Interval(interval.months(), interval.days(), 0);
    long moved = TimeZones.zoned(zone, addToTimestamp(TimeZones.unzoned(zone, micros), calendar));
    return addToTimestamp(moved, new Interval(0, 0, interval.micros()));
  }

  public static long subtractFromTimestamp(long micros, Interval interval) {
    return addToTimestamp(micros, negateInterval(interval));
  }

  public static long addToTime(long micros, Interval interval) {
    return Math.floorMod(
        micros + interval.micros() % Interval.MICROS_PER_DAY, Interval.MICROS_PER_DAY);
  }

  public static long subtractFromTime(long micros, Interval interval) {
    return addToTime(micros, negateInterval(interval));
  }

  public static Interval timestampMinusTimestamp(long left, long right) {
    if (!EpochMicros.isFinite(left) || !EpochMicros.isFinite(right)) {
      throw new ColonnadeException(
          ErrorCode.DATETIME_OUT_OF_RANGE, "cannot subtract infinite timestamps");
    }
    return justifyHours(new Interval(0, 0, CheckedArithmetic.subtractLong(left, right)));
  }

  public static Interval timeMinusTime(long left, long right) {
    return new Interval(0, 0, left - right);
  }

  public static Interval timeToInterval(long micros) {
    return new Interval(0, 0, micros);
  }

  public static long intervalToTime(Interval interval) {
    return Math.floorMod(interval.micros(), Interval.MICROS_PER_DAY);
  }

  public static Interval justifyHours(Interval value) {
    long days = value.micros() / Interval.MICROS_PER_DAY;
    long micros = value.micros() % Interval.MICROS_PER_DAY;
    long all = value.days() + days;
    if (all > 0 && micros < 0) {
      micros += Interval.MICROS_PER_DAY;
      all--;
    } else if (all < 0 && micros > 0) {
      micros -= Interval.MICROS_PER_DAY;
      all++;
    }
    return checked(value.months(), all, micros);
  }

  public static Interval justifyDays(Interval value) {
    long months = (long) value.months() + value.days() / Interval.DAYS_PER_MONTH;
    long days = value.days() % Interval.DAYS_PER_MONTH;
    if (months > 0 && days < 0) {
      days += Interval.DAYS_PER_MONTH;
      months--;
    } else if (months < 0 && days > 0) {
      days -= Interval.DAYS_PER_MONTH;
      months++;
    }
    return checked(months, days, value.micros());
  }

  public static Interval justifyInterval(Interval value) {
    Interval whole = justifyDays(justifyHours(value));
    boolean isMixed =
        (whole.months() > 0 && (whole.days() < 0 || (whole.days() == 0 && whole.micros() < 0)))
            || (whole.months() < 0
                && (whole.days() > 0 || (whole.days() == 0 && whole.micros() > 0)));
    int sign = whole.months() > 0 ? 1 : -1;
    Interval borrowed =
        isMixed
            ? checked(
                whole.months() - sign,
                whole.days() + (long) sign * Interval.DAYS_PER_MONTH,
                whole.micros())
            : whole;
    return justifyHours(borrowed);
  }

  public static boolean isZero(Interval value) {
    return value.compareTo(Interval.ZERO) == 0;
  }
}
