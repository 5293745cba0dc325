package dev.colonnade.sql.function.library.array;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Elements and slices of arrays, and arrays with other elements and slices.
 *
 * <p>The subscripts of slices are described by a text with one letter for each: {@code b} if both
 * bounds are there, {@code l} and {@code u} if only the lower or the upper one is, {@code n} if
 * there is none. The bounds that are there follow in their order.
 */
public final class ArraySubscriptFunctions {
  private static final String BOTH = "b";

  private ArraySubscriptFunctions() {}

  /** Returns an element; NULL if there is none. */
  public static @Nullable Object arrayItem(List<?> array, Object... subscripts) {
    ArrayShape shape = ArrayValue.shapeOf(array);
    if (shape.dimensions() != subscripts.length) {
      return null;
    }
    int index = shape.indexOf(numbers(subscripts));
    return index < 0 ? null : array.get(index);
  }

  private static int[] numbers(@Nullable Object[] subscripts) {
    int[] numbers = new int[subscripts.length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (Integer) requireNonNull(subscripts[i], "subscript is null");
    }
    return numbers;
  }

  /** Returns a slice, whose dimensions are numbered from 1. */
  public static List<?> arraySlice(List<?> array, String form, Object... bounds) {
    ArrayShape shape = ArrayValue.shapeOf(array);
    if (shape.dimensions() < form.length() || array.isEmpty()) {
      return List.of();
    }
    SliceBounds slice = SliceBounds.of(form, numbers(bounds), shape);
    int[] lengths = shape.lengths();
    for (int i = 0; i < form.length(); i++) {
      slice.clamp(i, shape);
      if (slice.lower(i) > slice.upper(i)) {
        return List.of();
      }
      lengths[i] = slice.length(i);
    }
    int[] lowerBounds = new int[lengths.length];
    Arrays.fill(lowerBounds, 1);
    List<@Nullable Object> found = new ArrayList<>();
    slice.forEachIndex(shape, index -> found.add(array.get(index)));
    return ArrayValue.of(ArrayShape.of(lengths, lowerBounds), found);
  }

  /** Returns the array with one element replaced, as for {@code UPDATE ... SET a[i] = e}. */
  public static List<?> withElement(
      @Nullable List<?> array, @Nullable Object element, @Nullable Object... subscripts) {
    requireSubscripts(subscripts);
    int[] places = numbers(subscripts);
    ArrayShape shape = array == null ? ArrayShape.EMPTY : ArrayValue.shapeOf(array);
    if (array == null || array.isEmpty()) {
      ArrayShape.requireDimensions(places.length);
      int[] lengths = new int[places.length];
      Arrays.fill(lengths, 1);
      return ArrayValue.of(ArrayShape.of(lengths, places), Collections.singletonList(element));
    }
    if (shape.dimensions() != places.length) {
      throw wrongSubscripts();
    }
    if (places.length == 1) {
      ArrayShape extended = extended(shape, places[0], places[0]);
      List<@Nullable Object> changed = resized(array, shape, extended);
      changed.set(places[0] - extended.lowerBound(0), element);
      return ArrayValue.of(extended, changed);
    }
    int index = shape.indexOf(places);
    if (index < 0) {
      throw outOfRange();
    }
    List<@Nullable Object> changed = new ArrayList<>(array);
    changed.set(index, element);
    return ArrayValue.of(shape, changed);
  }

  private static void requireSubscripts(@Nullable Object[] subscripts) {
    for (Object subscript : subscripts) {
      if (subscript == null) {
        throw new ColonnadeException(
            ErrorCode.NULL_NOT_ALLOWED, "array subscript in assignment must not be null");
      }
    }
  }

  /** Returns the shape of an array of one dimension that reaches from and to subscripts. */
  private static ArrayShape extended(ArrayShape shape, int from, int to) {
    int lower = Math.min(shape.lowerBound(0), from);
    int upper = Math.max(shape.upperBound(0), to);
    long length = (long) upper - lower + 1;
    if (length > ArrayShape.ELEMENTS_MAX) {
      throw ArrayShape.tooLarge();
    }
    return ArrayShape.ofOne((int) length, lower);
  }

  /** Returns a copy of the elements, with NULLs for those that a longer array has besides. */
  private static List<@Nullable Object> resized(
      List<?> array, ArrayShape shape, ArrayShape extended) {
    List<@Nullable Object> changed = new ArrayList<>(extended.count());
    int before = shape.lowerBound(0) - extended.lowerBound(0);
    for (int i = 0; i < extended.count(); i++) {
      Interruption.check(i);
      int index = i - before;
      changed.add(index >= 0 && index < array.size() ? array.get(index) : null);
    }
    return changed;
  }

  /** Returns the array with a slice replaced; a gap before or behind is filled with NULL. */
  public static @Nullable List<?> withSlice(
      @Nullable List<?> array, @Nullable List<?> source, String form, @Nullable Object... bounds) {
    requireSubscripts(bounds);
    if (source == null) {
      return array == null ? List.of() : array;
    }
    ArrayShape shape = array == null ? ArrayShape.EMPTY : ArrayValue.shapeOf(array);
    if (array == null || array.isEmpty()) {
      return newSlice(source, form, numbers(bounds));
    }
    if (shape.dimensions() < form.length()) {
      throw wrongSubscripts();
    }
    SliceBounds slice = SliceBounds.of(form, numbers(bounds), shape);
    boolean isOne = shape.dimensions() == 1;
    for (int i = 0; i < form.length(); i++) {
      requireOrder(slice, i);
      if (!isOne
          && (slice.lower(i) < shape.lowerBound(i) || slice.upper(i) > shape.upperBound(i))) {
        throw outOfRange();
      }
    }
    ArrayShape changedShape = isOne ? extended(shape, slice.lower(0), slice.upper(0)) : shape;
    requireCount(source, slice.count());
    List<@Nullable Object> changed =
        isOne ? resized(array, shape, changedShape) : new ArrayList<>(array);
    int[] next = {0};
    slice.forEachIndex(changedShape, index -> changed.set(index, source.get(next[0]++)));
    return ArrayValue.of(changedShape, changed);
  }

  private static List<?> newSlice(List<?> source, String form, int[] bounds) {
    if (!form.equals(BOTH.repeat(form.length()))) {
      throw new ColonnadeException(
          ErrorCode.ARRAY_SUBSCRIPT,
          "array slice subscript must provide both boundaries",
          ErrorFields.NONE.withDetail(
              "When assigning to a slice of an empty array value,"
                  + " slice boundaries must be fully specified."));
    }
    int[] lengths = new int[form.length()];
    int[] lowerBounds = new int[form.length()];
    for (int i = 0; i < lengths.length; i++) {
      lowerBounds[i] = bounds[2 * i];
      lengths[i] = 1 + bounds[2 * i + 1] - bounds[2 * i];
    }
    int count = ArrayShape.countOf(lengths);
    requireCount(source, count);
    ArrayShape shape = ArrayShape.of(lengths, lowerBounds);
    return ArrayValue.of(shape, new ArrayList<>(source.subList(0, count)));
  }

  private static void requireOrder(SliceBounds slice, int dimension) {
    if (slice.lower(dimension) > slice.upper(dimension)) {
      throw new ColonnadeException(
          ErrorCode.ARRAY_SUBSCRIPT, "upper bound cannot be less than lower bound");
    }
  }

  private static void requireCount(List<?> source, long count) {
    if (source.size() < count) {
      throw new ColonnadeException(ErrorCode.ARRAY_SUBSCRIPT, "source array too small");
    }
  }

  private static ColonnadeException wrongSubscripts() {
    return new ColonnadeException(ErrorCode.ARRAY_SUBSCRIPT, "wrong number of array subscripts");
  }

  private static ColonnadeException outOfRange() {
    return new ColonnadeException(ErrorCode.ARRAY_SUBSCRIPT, "array subscript out of range");
  }
}
