package dev.colonnade.sql.function.library.array;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.value.SqlValueComparator;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions that search the elements of arrays. */
public final class ArraySearchFunctions {
  private ArraySearchFunctions() {}

  public static @Nullable List<?> arrayRemove(@Nullable List<?> array, @Nullable Object element) {
    return removeByForm(array, array, element);
  }

  /**
   * Variant of {@link #arrayRemove} of elements that do not compare by their Java classes.
   *
   * @param forms of the elements, in the same order, which are compared instead
   * @param element form of the elements that are removed
   */
  public static @Nullable List<?> removeByForm(
      @Nullable List<?> array, @Nullable List<?> forms, @Nullable Object element) {
    if (array == null || forms == null || array.isEmpty()) {
      return array;
    }
    ArrayShape shape = ArrayValue.shapeOf(array);
    if (shape.dimensions() > 1) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "removing elements from multidimensional arrays is not supported");
    }
    List<@Nullable Object> left = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      if (!isSameChecked(forms.get(i), element)) {
        left.add(array.get(i));
      }
    }
    return ArrayValue.of(ArrayShape.ofOne(left.size(), shape.lowerBound(0)), left);
  }

  public static @Nullable List<?> arrayReplace(
      @Nullable List<?> array, @Nullable Object from, @Nullable Object to) {
    return replaceByForm(array, array, from, to);
  }

  /**
   * Variant of {@link #arrayReplace} of elements that do not compare by their Java classes.
   *
   * @param forms of the elements, in the same order, which are compared instead
   * @param from form of the elements that are replaced
   */
  public static @Nullable List<?> replaceByForm(
      @Nullable List<?> array,
      @Nullable List<?> forms,
      @Nullable Object from,
      @Nullable Object to) {
    if (array == null || forms == null) {
      return null;
    }
    List<@Nullable Object> replaced = new ArrayList<>(array.size());
    for (int i = 0; i < array.size(); i++) {
      replaced.add(isSameChecked(forms.get(i), from) ? to : array.get(i));
    }
    return ArrayValue.of(ArrayValue.shapeOf(array), replaced);
  }

  public static @Nullable Integer arrayPosition(@Nullable List<?> array, @Nullable Object element) {
    return array == null ? null : position(array, element, Integer.MIN_VALUE);
  }

  public static @Nullable Integer arrayPositionFrom(
      @Nullable List<?> array, @Nullable Object element, @Nullable Integer start) {
    if (array == null) {
      return null;
    }
    requireOneDimension(array);
    if (start == null) {
      throw new ColonnadeException(ErrorCode.NULL_NOT_ALLOWED, "initial position must not be null");
    }
    return position(array, element, start);
  }

  private static @Nullable Integer position(List<?> array, @Nullable Object element, int start) {
    int lower = requireOneDimension(array);
    for (int i = 0; i < array.size(); i++) {
      Interruption.check(i);
      if (lower + i >= start && isSame(array.get(i), element)) {
        return lower + i;
      }
    }
    return null;
  }

  public static @Nullable List<?> arrayPositions(
      @Nullable List<?> array, @Nullable Object element) {
    if (array == null) {
      return null;
    }
    int lower = requireOneDimension(array);
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < array.size(); i++) {
      Interruption.check(i);
      if (isSame(array.get(i), element)) {
        found.add(lower + i);
      }
    }
    return found;
  }

  /** Returns the lower bound of an array, which has one dimension. */
  private static int requireOneDimension(List<?> array) {
    ArrayShape shape = ArrayValue.shapeOf(array);
    if (shape.dimensions() > 1) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "searching for elements in multidimensional arrays is not supported");
    }
    return array.isEmpty() ? 1 : shape.lowerBound(0);
  }

  /** Returns the number of ascending bounds that a value is not less than. */
  public static int bucketOf(Object value, List<?> bounds) {
    if (ArrayValue.shapeOf(bounds).dimensions() > 1) {
      throw new ColonnadeException(
          ErrorCode.ARRAY_SUBSCRIPT, "thresholds must be one-dimensional array");
    }
    if (bounds.contains(null)) {
      throw new ColonnadeException(
          ErrorCode.NULL_NOT_ALLOWED, "thresholds array must not contain NULLs");
    }
    int from = 0;
    int to = bounds.size();
    while (from < to) {
      int middle = (from + to) >>> 1;
      if (SqlValueComparator.compare(value, bounds.get(middle)) < 0) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    return from;
  }

  public static boolean containsAll(List<?> whole, List<?> part) {
    return part.stream().allMatch(element -> element != null && containsOne(whole, element));
  }

  private static boolean containsOne(List<?> whole, Object wanted) {
    Interruption.check();
    return whole.stream().anyMatch(element -> isSame(element, wanted));
  }

  public static boolean isContained(List<?> part, List<?> whole) {
    return containsAll(whole, part);
  }

  public static boolean overlap(List<?> left, List<?> right) {
    return left.stream().anyMatch(element -> element != null && containsOne(right, element));
  }

  private static boolean isSameChecked(@Nullable Object left, @Nullable Object right) {
    Interruption.check();
    return isSame(left, right);
  }

  private static boolean isSame(@Nullable Object left, @Nullable Object right) {
    return (left == null || right == null)
        ? left == null && right == null
        : SqlValueComparator.compare(left, right) == 0;
  }
}
