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
import dev.colonnade.sql.type.ValueSeries;
import dev.colonnade.type.Interval;
import dev.colonnade.type.value.SpecialNumeric;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** Texts of arrays, and set-returning functions, which return rows as a list. */
public final class ArrayFunctions {
  /** Index that no value of a series has. */
  private static final BigDecimal SERIES_END = BigDecimal.valueOf(Long.MAX_VALUE - 1);

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
    long count = countOf(from, to, step);
    return new ValueSeries(count, index -> (int) (from + index * step));
  }

  public static List<?> longSeries(long from, long to) {
    return series(from, to, 1);
  }

  public static List<?> longSeriesBy(long from, long to, long step) {
    return series(from, to, step);
  }

  private static List<?> series(long from, long to, long step) {
    return new ValueSeries(countOf(from, to, step), index -> from + index * step);
  }

  /** Returns the number of values; the largest long if there are more. */
  private static long countOf(long from, long to, long step) {
    requireStep(Long.signum(step));
    if (step > 0 ? from > to : from < to) {
      return 0;
    }
    // The difference has 64 bits without a sign.
    long last = Long.divideUnsigned(step > 0 ? to - from : from - to, step > 0 ? step : -step);
    return last < 0 || last == Long.MAX_VALUE ? Long.MAX_VALUE : last + 1;
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
    return new ValueSeries(
        last.longValueExact() + 1,
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
