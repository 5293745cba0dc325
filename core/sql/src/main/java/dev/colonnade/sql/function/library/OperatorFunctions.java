package dev.colonnade.sql.function.library;

import dev.colonnade.sql.function.FunctionContext;
import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.sql.function.library.numeric.MathFunctions;
import dev.colonnade.sql.function.scalar.DateTimeFunctions;
import dev.colonnade.sql.function.scalar.EpochMicros;
import dev.colonnade.sql.function.scalar.IntervalFunctions;
import dev.colonnade.sql.function.scalar.Texts;
import dev.colonnade.sql.function.value.SqlValueComparator;
import dev.colonnade.sql.type.Bytes;
import dev.colonnade.type.Interval;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Operators on dates, intervals, JSON, arrays and other types, as functions. */
public final class OperatorFunctions {
  private OperatorFunctions() {}

  public static Interval addInterval(Interval left, Interval right) {
    return IntervalFunctions.addInterval(left, right);
  }

  public static Interval subtractInterval(Interval left, Interval right) {
    return IntervalFunctions.subtractInterval(left, right);
  }

  public static Interval negateInterval(Interval value) {
    return IntervalFunctions.negateInterval(value);
  }

  public static Interval multiplyInterval(Interval value, double factor) {
    return IntervalFunctions.multiplyInterval(value, factor);
  }

  public static Interval multiplyByInterval(double factor, Interval value) {
    return IntervalFunctions.multiplyInterval(value, factor);
  }

  public static Interval divideInterval(Interval value, double divisor) {
    return IntervalFunctions.divideInterval(value, divisor);
  }

  public static long addToTimestamp(long micros, Interval interval) {
    return IntervalFunctions.addToTimestamp(micros, interval);
  }

  /** Adds months and days to the local time in the session's zone, then the time. */
  public static long addToInstant(FunctionContext context, long micros, Interval interval) {
    return IntervalFunctions.addToInstant(context.timeZone(), micros, interval);
  }

  public static long addInstant(FunctionContext context, Interval interval, long micros) {
    return IntervalFunctions.addToInstant(context.timeZone(), micros, interval);
  }

  public static long subtractFromInstant(FunctionContext context, long micros, Interval interval) {
    return IntervalFunctions.addToInstant(
        context.timeZone(), micros, IntervalFunctions.negateInterval(interval));
  }

  public static long addToDate(int days, Interval interval) {
    return IntervalFunctions.addToTimestamp(DateTimeFunctions.dateToTimestamp(days), interval);
  }

  public static long addToTime(long micros, Interval interval) {
    return IntervalFunctions.addToTime(micros, interval);
  }

  public static long addTimestamp(Interval interval, long micros) {
    return IntervalFunctions.addToTimestamp(micros, interval);
  }

  public static long addDate(Interval interval, int days) {
    return addToDate(days, interval);
  }

  public static long addTime(Interval interval, long micros) {
    return IntervalFunctions.addToTime(micros, interval);
  }

  public static long subtractFromTimestamp(long micros, Interval interval) {
    return IntervalFunctions.subtractFromTimestamp(micros, interval);
  }

  public static long subtractFromDate(int days, Interval interval) {
    return IntervalFunctions.subtractFromTimestamp(
        DateTimeFunctions.dateToTimestamp(days), interval);
  }

  public static long subtractFromTime(long micros, Interval interval) {
    return IntervalFunctions.subtractFromTime(micros, interval);
  }

  public static Interval timestampMinusTimestamp(long left, long right) {
    return IntervalFunctions.timestampMinusTimestamp(left, right);
  }

  public static Interval timeMinusTime(long left, long right) {
    return IntervalFunctions.timeMinusTime(left, right);
  }

  public static int addDays(int days, int added) {
    return DateTimeFunctions.dateAddDays(days, added);
  }

  public static int addToDays(int added, int days) {
    return DateTimeFunctions.dateAddDays(days, added);
  }

  public static int subtractDays(int days, int removed) {
    return DateTimeFunctions.dateSubtractDays(days, removed);
  }

  public static int dateMinusDate(int left, int right) {
    return DateTimeFunctions.dateMinusDate(left, right);
  }

  public static long addTimeToDate(int days, long micros) {
    long start = DateTimeFunctions.dateToTimestamp(days);
    return EpochMicros.isFinite(start) ? EpochMicros.plus(start, micros) : start;
  }

  public static long addDateToTime(long micros, int days) {
    return addTimeToDate(days, micros);
  }

  public static boolean equal(Object left, Object right) {
    return left.equals(right);
  }

  public static boolean differ(Object left, Object right) {
    return !left.equals(right);
  }

  public static boolean isLess(Object left, Object right) {
    return SqlValueComparator.compare(left, right) < 0;
  }

  public static boolean isLessOrEqual(Object left, Object right) {
    return SqlValueComparator.compare(left, right) <= 0;
  }

  public static boolean isGreater(Object left, Object right) {
    return SqlValueComparator.compare(left, right) > 0;
  }

  public static boolean isGreaterOrEqual(Object left, Object right) {
    return SqlValueComparator.compare(left, right) >= 0;
  }

  public static boolean equalArrays(List<?> left, List<?> right) {
    return SqlValueComparator.compare(left, right) == 0;
  }

  public static boolean differArrays(List<?> left, List<?> right) {
    return SqlValueComparator.compare(left, right) != 0;
  }

  public static boolean isLessArray(List<?> left, List<?> right) {
    return SqlValueComparator.compare(left, right) < 0;
  }

  public static boolean isLessOrEqualArray(List<?> left, List<?> right) {
    return SqlValueComparator.compare(left, right) <= 0;
  }

  public static boolean isGreaterArray(List<?> left, List<?> right) {
    return SqlValueComparator.compare(left, right) > 0;
  }

  public static boolean isGreaterOrEqualArray(List<?> left, List<?> right) {
    return SqlValueComparator.compare(left, right) >= 0;
  }

  public static String concatText(String left, String right) {
    BoundedText.requireLength((long) left.length() + right.length());
    return left + right;
  }

  public static Bytes concatBytes(Bytes left, Bytes right) {
    BoundedText.requireLength((long) left.length() + right.length());
    return left.concat(right);
  }

  public static BigDecimal powerDecimal(BigDecimal base, BigDecimal exponent) {
    return MathFunctions.powerDecimal(base, exponent);
  }

  public static double powerDouble(double base, double exponent) {
    return MathFunctions.powerDouble(base, exponent);
  }

  /**
   * Returns true if an element satisfies the comparison; NULL if none does but an element or the
   * value is NULL.
   */
  private static @Nullable Boolean any(
      @Nullable Object value, @Nullable List<?> array, IntPredicate wanted) {
    if (array == null) {
      return null;
    }
    Boolean result = false;
    for (Object element : array) {
      if (element == null || value == null) {
        result = null;
      } else if (wanted.test(SqlValueComparator.compare(value, element))) {
        return true;
      }
    }
    return result;
  }

  private static @Nullable Boolean all(
      @Nullable Object value, @Nullable List<?> array, IntPredicate wanted) {
    Boolean isAnyUnmet = any(value, array, wanted.negate());
    return isAnyUnmet == null ? null : !isAnyUnmet;
  }

  public static @Nullable Boolean equalsAny(@Nullable Object value, @Nullable List<?> array) {
    return any(value, array, order -> order == 0);
  }

  public static @Nullable Boolean differsFromAny(@Nullable Object value, @Nullable List<?> array) {
    return any(value, array, order -> order != 0);
  }

  public static @Nullable Boolean isLessThanAny(@Nullable Object value, @Nullable List<?> array) {
    return any(value, array, order -> order < 0);
  }

  public static @Nullable Boolean isAtMostAny(@Nullable Object value, @Nullable List<?> array) {
    return any(value, array, order -> order <= 0);
  }

  public static @Nullable Boolean isGreaterThanAny(
      @Nullable Object value, @Nullable List<?> array) {
    return any(value, array, order -> order > 0);
  }

  public static @Nullable Boolean isAtLeastAny(@Nullable Object value, @Nullable List<?> array) {
    return any(value, array, order -> order >= 0);
  }

  public static @Nullable Boolean equalsAll(@Nullable Object value, @Nullable List<?> array) {
    return all(value, array, order -> order == 0);
  }

  public static @Nullable Boolean differsFromAll(@Nullable Object value, @Nullable List<?> array) {
    return all(value, array, order -> order != 0);
  }

  public static @Nullable Boolean isLessThanAll(@Nullable Object value, @Nullable List<?> array) {
    return all(value, array, order -> order < 0);
  }

  public static @Nullable Boolean isAtMostAll(@Nullable Object value, @Nullable List<?> array) {
    return all(value, array, order -> order <= 0);
  }

  public static @Nullable Boolean isGreaterThanAll(
      @Nullable Object value, @Nullable List<?> array) {
    return all(value, array, order -> order > 0);
  }

  public static @Nullable Boolean isAtLeastAll(@Nullable Object value, @Nullable List<?> array) {
    return all(value, array, order -> order >= 0);
  }

  public static @Nullable Boolean likeAny(@Nullable String value, @Nullable List<?> patterns) {
    if (patterns == null) {
      return null;
    }
    Boolean result = false;
    for (Object pattern : patterns) {
      if (pattern == null || value == null) {
        result = null;
      } else if (Texts.like(value, (String) pattern)) {
        return true;
      }
    }
    return result;
  }

  public static @Nullable Boolean likeAll(@Nullable String value, @Nullable List<?> patterns) {
    if (patterns == null) {
      return null;
    }
    Boolean result = true;
    for (Object pattern : patterns) {
      if (pattern == null || value == null) {
        result = null;
      } else if (!Texts.like(value, (String) pattern)) {
        return false;
      }
    }
    return result;
  }
}
