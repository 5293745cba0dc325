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
import dev.colonnade.sql.function.value.SqlValueComparator;
import dev.colonnade.sql.function.value.ZeroBasedArray;
import dev.colonnade.type.Interval;
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

/** Array functions, and set-returning functions, which return rows as a list. */
public final class ArrayFunctions {
  /** SQL signatures of the functions of this class. */
  public static final List<String> SIGNATURES =
      List.of(
          "array_length(anyarray, int4) int4?",
          "array_upper(anyarray, int4) int4?",
          "array_lower(anyarray, int4) int4?",
          "array_ndims(anyarray) int4?",
          "array_dims(anyarray) text?",
          "cardinality(anyarray) int4",
          "array_append(anyarray, anyelement) anyarray!",
          "array_prepend(anyelement, anyarray) anyarray!",
          "array_cat(anyarray, anyarray) anyarray!",
          "array_remove(anyarray, anyelement) anyarray!",
          "array_replace(anyarray, anyelement, anyelement) anyarray!",
          "array_position(anyarray, anyelement) int4!",
          "array_position(anyarray, anyelement, int4) int4! = arrayPositionFrom",
          "array_fill(anyelement, int4[]) anyarray!",
          "width_bucket(anyelement, anyarray) int4 = bucketOf",
          "array_positions(anyarray, anyelement) int4[]!",
          "array_to_string(anytextarray, text) text = join",
          "array_to_string(anytextarray, text, text) text! = arrayToString",
          "trim_array(anyarray, int4) anyarray",
          "array_item(anyarray, int4) anyelement?",
          "array_item(name, int4) char? = letterAt",
          "array_slice(anyarray, int4, int4) anyarray!",
          "with element(anyarray, int4, anyelement) anyarray! = withElement",
          "with slice(anyarray, int4, int4, anyarray) anyarray! = withSlice",
          "array_of(variadic anyelement) anyarray! = listOf",
          "generate_subscripts(anyarray, int4) int4[]",
          "generate_series(int4, int4) int4[] = intSeries",
          "generate_series(int4, int4, int4) int4[] = intSeriesBy",
          "generate_series(int8, int8) int8[] = longSeries",
          "generate_series(int8, int8, int8) int8[] = longSeriesBy",
          "generate_series(numeric, numeric) numeric[] = decimalSeries",
          "generate_series(numeric, numeric, numeric) numeric[] = decimalSeriesBy",
          "generate_series(timestamp, timestamp, interval) timestamp[] = timeSeries",
          "generate_series(timestamptz, timestamptz, interval) timestamptz[] = instantSeries",
          "unnest(anyarray) anyarray = all",
          "_pg_expandarray(anyarray) anyarray = all",
          "list item(anyarray, int4) anyelement? = listItem",
          "places of lists(variadic any) int4[]! = places",
          "pg_partition_ancestors(regclass) regclass[] = noRows",
          "string_to_table(text, text) text[]! = splitByText",
          "string_to_table(text, text, text) text[]! = splitByTextWithNulls",
          "json_array_elements_text(json) text[] = jsonElements",
          "jsonb_array_elements_text(jsonb) text[] = jsonElements",
          "json_array_elements(json) json[] = jsonRawElements",
          "jsonb_array_elements(jsonb) jsonb[] = jsonRawElements",
          "json_object_keys(json) text[] = jsonKeys",
          "jsonb_object_keys(jsonb) text[] = jsonKeys");

  /** Maximum array size of array_fill and of subscript assignment, as in PostgreSQL. */
  private static final int FILL_MAX = 134_217_727;

  /** Index that no value of a series has. */
  private static final BigDecimal SERIES_END = BigDecimal.valueOf(Integer.MAX_VALUE);

  private ArrayFunctions() {}

  /** Returns a character of a name, by its position from 0. */
  public static @Nullable String letterAt(String name, int place) {
    return place < 0 || place >= name.length() ? null : name.substring(place, place + 1);
  }

  public static @Nullable Integer arrayLength(List<?> array, int dimension) {
    return dimension == 1 && !array.isEmpty() ? array.size() : null;
  }

  public static @Nullable Integer arrayLower(List<?> array, int dimension) {
    return dimension == 1 && !array.isEmpty() ? ZeroBasedArray.lowerBound(array) : null;
  }

  public static @Nullable Integer arrayUpper(List<?> array, int dimension) {
    return dimension == 1 && !array.isEmpty() ? last(array) : null;
  }

  private static int last(List<?> array) {
    return array.size() - 1 + ZeroBasedArray.lowerBound(array);
  }

  public static @Nullable Integer arrayNdims(List<?> array) {
    return array.isEmpty() ? null : 1;
  }

  public static @Nullable String arrayDims(List<?> array) {
    return array.isEmpty()
        ? null
        : "[" + ZeroBasedArray.lowerBound(array) + ":" + last(array) + "]";
  }

  public static int cardinality(List<?> array) {
    return array.size();
  }

  public static List<?> arrayAppend(@Nullable List<?> array, @Nullable Object element) {
    List<@Nullable Object> all = copyOf(array);
    all.add(element);
    return all;
  }

  public static List<?> arrayPrepend(@Nullable Object element, @Nullable List<?> array) {
    List<@Nullable Object> all = copyOf(array);
    all.addFirst(element);
    return all;
  }

  private static List<@Nullable Object> copyOf(@Nullable List<?> array) {
    return array == null ? new ArrayList<>() : new ArrayList<>(array);
  }

  public static @Nullable List<?> arrayCat(@Nullable List<?> left, @Nullable List<?> right) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    List<@Nullable Object> all = copyOf(left);
    all.addAll(right);
    return all;
  }

  public static @Nullable List<?> arrayRemove(@Nullable List<?> array, @Nullable Object element) {
    if (array == null) {
      return null;
    }
    List<@Nullable Object> all = copyOf(array);
    all.removeIf(value -> isSameChecked(value, element));
    return all;
  }

  public static @Nullable List<?> arrayReplace(
      @Nullable List<?> array, @Nullable Object from, @Nullable Object to) {
    if (array == null) {
      return null;
    }
    List<@Nullable Object> all = copyOf(array);
    all.replaceAll(value -> isSameChecked(value, from) ? to : value);
    return all;
  }

  public static @Nullable Integer arrayPosition(@Nullable List<?> array, @Nullable Object element) {
    if (array == null) {
      return null;
    }
    return arrayPositionFrom(array, element, 1);
  }

  public static @Nullable Integer arrayPositionFrom(
      @Nullable List<?> array, @Nullable Object element, @Nullable Integer start) {
    if (start == null) {
      throw new ColonnadeException(ErrorCode.NULL_NOT_ALLOWED, "initial position must not be null");
    }
    int size = array == null ? 0 : array.size();
    for (int i = Math.max(0, start - 1); array != null && i < size; i++) {
      Interruption.check(i);
      if (isSame(array.get(i), element)) {
        return i + 1;
      }
    }
    return null;
  }

  /** Returns a one-dimensional array of a repeated value. */
  public static List<?> arrayFill(@Nullable Object value, @Nullable List<?> sizes) {
    if (sizes == null || sizes.contains(null)) {
      throw new ColonnadeException(
          ErrorCode.NULL_NOT_ALLOWED, "dimension array or low bound array cannot be null");
    }
    if (sizes.size() != 1) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "arrays have one dimension: dimensions=" + sizes.size());
    }
    int size = ((Number) sizes.getFirst()).intValue();
    if (size < 0 || size > FILL_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "array size exceeds the maximum allowed (%d)".formatted(FILL_MAX));
    }
    return Collections.nCopies(size, value);
  }

  /** Returns the number of ascending bounds that a value is not less than. */
  public static int bucketOf(Object value, List<?> bounds) {
    int reached = 0;
    while (reached < bounds.size() && SqlValueComparator.compare(bounds.get(reached), value) <= 0) {
      reached++;
    }
    return reached;
  }

  public static @Nullable List<?> arrayPositions(
      @Nullable List<?> array, @Nullable Object element) {
    if (array == null) {
      return null;
    }
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      Interruption.check(i);
      if (isSame(array.get(i), element)) {
        found.add(i + 1);
      }
    }
    return found;
  }

  private static boolean isSameChecked(@Nullable Object left, @Nullable Object right) {
    Interruption.check();
    return isSame(left, right);
  }

  /**
   * Returns whether two values are equal. NULLs are equal, and numbers compare independently of
   * their scale.
   */
  static boolean isSame(@Nullable Object left, @Nullable Object right) {
    return (left instanceof BigDecimal number && right instanceof BigDecimal other)
        ? number.compareTo(other) == 0
        : Objects.equals(left, right);
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

  public static List<?> trimArray(List<?> array, int count) {
    if (count < 0 || count > array.size()) {
      throw new ColonnadeException(
          ErrorCode.ARRAY_SUBSCRIPT,
          "number of elements to trim must be between 0 and " + array.size());
    }
    return array.subList(0, array.size() - count);
  }

  public static @Nullable Object arrayItem(List<?> array, int index) {
    return listItem(array, index + 1 - ZeroBasedArray.lowerBound(array));
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

  public static @Nullable List<?> arraySlice(
      @Nullable List<?> array, @Nullable Integer from, @Nullable Integer to) {
    if (array == null) {
      return null;
    }
    int start = Math.max(1, from == null ? 1 : from);
    int end = Math.min(array.size(), to == null ? array.size() : to);
    return end < start ? List.of() : array.subList(start - 1, end);
  }

  /** Returns the array with one element replaced, as for {@code UPDATE ... SET a[i] = e}. */
  public static List<?> withElement(
      @Nullable List<?> array, @Nullable Integer subscript, @Nullable Object element) {
    return withSlice(array, subscript, subscript, Collections.singletonList(element));
  }

  /** Returns the array with a slice replaced; a gap before the slice is filled with NULL. */
  public static List<?> withSlice(
      @Nullable List<?> array,
      @Nullable Integer from,
      @Nullable Integer to,
      @Nullable List<?> elements) {
    if (from == null || to == null) {
      throw new ColonnadeException(
          ErrorCode.NULL_NOT_ALLOWED, "array subscript in assignment must not be null");
    }
    if (elements == null) {
      return array == null ? List.of() : array;
    }
    if (from > FILL_MAX || to > FILL_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "array size exceeds the maximum allowed (%d)".formatted(FILL_MAX));
    }
    if (from < 1) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "arrays begin with subscript 1: subscript=" + from);
    }
    if (elements.size() < to - from + 1) {
      throw new ColonnadeException(ErrorCode.ARRAY_SUBSCRIPT, "source array too small");
    }
    List<@Nullable Object> changed = new ArrayList<>(array == null ? List.of() : array);
    while (changed.size() < to) {
      Interruption.check(changed.size());
      changed.add(null);
    }
    for (int i = from; i <= to; i++) {
      Interruption.check(i);
      changed.set(i - 1, elements.get(i - from));
    }
    return changed;
  }

  public static List<?> listOf(@Nullable Object... elements) {
    List<@Nullable Object> list = new ArrayList<>(elements.length);
    Collections.addAll(list, elements);
    return list;
  }

  public static List<?> generateSubscripts(List<?> array, int dimension) {
    return dimension == 1 ? intSeries(ZeroBasedArray.lowerBound(array), last(array)) : List.of();
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
    requireStep(step.signum());
    int scale = Math.max(from.scale(), step.scale());
    BigDecimal first = from.setScale(scale);
    boolean isEmpty = step.signum() > 0 ? from.compareTo(to) > 0 : from.compareTo(to) < 0;
    BigDecimal last =
        isEmpty
            ? BigDecimal.ONE.negate()
            : to.subtract(from).divide(step, 0, RoundingMode.DOWN).min(SERIES_END);
    return series(
        last.longValueExact(), index -> first.add(step.multiply(BigDecimal.valueOf(index))));
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
