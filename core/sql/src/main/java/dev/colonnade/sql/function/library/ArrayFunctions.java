package dev.colonnade.sql.function.library;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.FunctionContext;
import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.library.json.JsonFunctions;
import dev.colonnade.sql.function.library.text.TextFunctions;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.function.scalar.IntervalFunctions;
import dev.colonnade.type.Interval;
import dev.colonnade.type.value.SpecialNumeric;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.ZoneId;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Texts of arrays, and set-returning functions, which return rows as a list. */
public final class ArrayFunctions {
  /** Index that no value of a series has. */
  private static final BigDecimal SERIES_END = BigDecimal.valueOf(Integer.MAX_VALUE);

  private ArrayFunctions() {}

  /** Returns a character of a name, by its position from 0. */
  public static @Nullable String letterAt(String name, int place) {
    return place < 0 || place >= name.length() ? null : name.substring(place, place + 1);
  }

  public static String join(List<?> array, String delimiter) {
    return Objects.requireNonNull(arrayToString(array, delimiter, null));
  }

  public static @Nullable String arrayToString(
      @Nullable List<?> array, @Nullable String delimiter, @Nullable String nullText) {
    if (array == null || delimiter == null) {
      return null;
    }
    BoundedText shown = new BoundedText();
    boolean isFirst = true;
    for (Object element : array) {
      String text = element == null ? nullText : (String) element;
      if (text != null) {
        shown.append(isFirst ? "" : delimiter).append(text);
        isFirst = false;
      }
    }
    return shown.toString();
  }

  /** Returns an element by its position from 1, independently of the array's lower bound. */
  public static @Nullable Object listItem(List<?> list, int index) {
    return index >= 1 && index <= list.size() ? list.get(index - 1) : null;
  }

  /** Returns the positions from 1 to the length of the longest list. */
  public static List<?> places(@Nullable Object... lists) {
    int longest = 0;
    for (Object list : lists) {
      longest = Math.max(longest, list == null ? 0 : ((List<?>) list).size());
    }
    return intSeries(1, longest);
  }

  /** Returns no rows: there are no partitioned tables. */
  public static List<?> noRows(long relation) {
    return List.of();
  }

  public static List<?> listOf(@Nullable Object... elements) {
    List<@Nullable Object> list = new ArrayList<>(elements.length);
    Collections.addAll(list, elements);
    return list;
  }

  public static List<?> intSeries(int from, int to) {
    return intSeriesBy(from, to, 1);
  }

  public static List<?> intSeriesBy(int from, int to, int step) {
    List<Object> longs = series(from, to, step);
    return new AbstractList<Object>() {
      @Override
      public Object get(int index) {
        return ((Long) longs.get(index)).intValue();
      }

      @Override
      public int size() {
        return longs.size();
      }
    };
  }

  public static List<?> longSeries(long from, long to) {
    return series(from, to, 1);
  }

  public static List<?> longSeriesBy(long from, long to, long step) {
    return series(from, to, step);
  }

  /** Returns a lazy list, which computes the numbers on access. */
  private static List<Object> series(long from, long to, long step) {
    requireStep(Long.signum(step));
    boolean isEmpty = step > 0 ? from > to : from < to;
    long last = isEmpty ? -1 : CheckedArithmetic.subtractLong(to, from) / step;
    return series(last, index -> from + index * step);
  }

  /**
   * Returns a lazy list.
   *
   * @param last index of the last value; -1 if there is none
   */
  private static List<Object> series(long last, IntFunction<Object> value) {
    if (last >= Integer.MAX_VALUE) {
      throw new ColonnadeException(ErrorCode.LIMIT_EXCEEDED, "series is too long: rows=" + last);
    }
    return new AbstractList<>() {
      @Override
      public Object get(int index) {
        return value.apply(index);
      }

      @Override
      public int size() {
        return (int) last + 1;
      }
    };
  }

  private static void requireStep(int sign) {
    if (sign == 0) {
      throw new ColonnadeException(ErrorCode.INVALID_ARGUMENT, "step size cannot equal zero");
    }
  }

  public static List<?> decimalSeries(BigDecimal from, BigDecimal to) {
    return decimalSeriesBy(from, to, BigDecimal.ONE);
  }

  public static List<?> decimalSeriesBy(BigDecimal from, BigDecimal to, BigDecimal step) {
    requireNumber("start", from);
    requireNumber("stop", to);
    requireNumber("step size", step);
    requireStep(step.signum());
    boolean isEmpty = step.signum() > 0 ? from.compareTo(to) > 0 : from.compareTo(to) < 0;
    BigDecimal last =
        isEmpty
            ? BigDecimal.ONE.negate()
            : to.subtract(from).divide(step, 0, RoundingMode.DOWN).min(SERIES_END);
    return series(
        last.longValueExact(),
        index -> index == 0 ? from : from.add(step.multiply(BigDecimal.valueOf(index))));
  }

  private static void requireNumber(String what, BigDecimal value) {
    if (SpecialNumeric.is(value)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          what
              + (what.equals("step size") ? "" : " value")
              + " cannot be "
              + (SpecialNumeric.isNaN(value) ? "NaN" : "infinity"));
    }
  }

  public static List<?> timeSeries(long from, long to, Interval step) {
    int sign = step.compareTo(Interval.ZERO);
    requireStep(sign);
    if (step.months() == 0) {
      long micros =
          CheckedArithmetic.addLong(
              CheckedArithmetic.multiplyLong(step.days(), Interval.MICROS_PER_DAY), step.micros());
      return series(from, to, micros);
    }
    return steps(from, to, sign, next -> IntervalFunctions.addToTimestamp(next, step));
  }

  public static List<?> instantSeries(FunctionContext context, long from, long to, Interval step) {
    if (step.months() == 0 && step.days() == 0) {
      return timeSeries(from, to, step);
    }
    int sign = step.compareTo(Interval.ZERO);
    requireStep(sign);
    ZoneId zone = context.timeZone();
    return steps(from, to, sign, next -> IntervalFunctions.addToInstant(zone, next, step));
  }

  private static List<?> steps(long from, long to, int sign, LongUnaryOperator step) {
    List<Object> values = new ArrayList<>();
    long next = from;
    while (sign > 0 ? next <= to : next >= to) {
      Interruption.check(values.size());
      values.add(next);
      next = step.applyAsLong(next);
    }
    return values;
  }

  /** Returns the elements in storage order. */
  public static List<?> all(List<?> array) {
    return array;
  }

  /** Returns a row of each element and its position from 1. */
  public static List<?> expandArray(List<?> array) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      rows.add(Collections.unmodifiableList(Arrays.asList(array.get(i), i + 1)));
    }
    return rows;
  }

  public static @Nullable List<?> splitByText(@Nullable String value, @Nullable String delimiter) {
    return TextFunctions.stringToArray(value, delimiter);
  }

  public static @Nullable List<?> splitByTextWithNulls(
      @Nullable String value, @Nullable String delimiter, @Nullable String nullText) {
    return TextFunctions.stringToArrayWithNulls(value, delimiter, nullText);
  }

  public static List<?> jsonElements(String json) {
    return JsonFunctions.elements(json);
  }

  public static List<?> jsonRawElements(String json) {
    return JsonFunctions.rawElements(json);
  }

  public static List<?> jsonKeys(String json) {
    return JsonFunctions.keys(json);
  }
}
