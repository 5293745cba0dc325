package dev.colonnade.sql.function.library.array;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions that build arrays of elements and of other arrays. */
public final class ArrayConstructionFunctions {
  private static final String WRONG_SUBSCRIPTS = "wrong number of array subscripts";

  private ArrayConstructionFunctions() {}

  public static List<?> arrayAppend(@Nullable List<?> array, @Nullable Object element) {
    ArrayShape shape = requireOneDimension(array);
    int lower = shape.dimensions() == 0 ? 1 : shape.lowerBound(0);
    List<@Nullable Object> all = copyOf(array, 1);
    CheckedArithmetic.addInt(lower, all.size());
    all.add(element);
    return ArrayValue.of(ArrayShape.ofOne(all.size(), lower), all);
  }

  /** Returns an array with an element before the others; the lower bound stays the same. */
  public static List<?> arrayPrepend(@Nullable Object element, @Nullable List<?> array) {
    ArrayShape shape = requireOneDimension(array);
    int lower = shape.dimensions() == 0 ? 1 : shape.lowerBound(0);
    CheckedArithmetic.subtractInt(lower, 1);
    List<@Nullable Object> all = new ArrayList<>();
    all.add(element);
    if (array != null) {
      all.addAll(array);
    }
    return ArrayValue.of(ArrayShape.ofOne(all.size(), lower), all);
  }

  private static ArrayShape requireOneDimension(@Nullable List<?> array) {
    ArrayShape shape = array == null ? ArrayShape.EMPTY : ArrayValue.shapeOf(array);
    if (shape.dimensions() > 1) {
      throw new ColonnadeException(
          ErrorCode.DATA_EXCEPTION, "argument must be empty or one-dimensional array");
    }
    return shape;
  }

  private static List<@Nullable Object> copyOf(@Nullable List<?> array, int more) {
    List<@Nullable Object> copy = new ArrayList<>((array == null ? 0 : array.size()) + more);
    if (array != null) {
      copy.addAll(array);
    }
    return copy;
  }

  /** Returns both arrays behind each other; one of them may be an element of the other. */
  public static @Nullable List<?> arrayCat(@Nullable List<?> left, @Nullable List<?> right) {
    if (left == null || right == null) {
      return left == null ? right : left;
    }
    if (left.isEmpty() || right.isEmpty()) {
      return left.isEmpty() && !right.isEmpty() ? right : left;
    }
    ArrayShape shape = concatenated(ArrayValue.shapeOf(left), ArrayValue.shapeOf(right));
    List<@Nullable Object> all = copyOf(left, right.size());
    all.addAll(right);
    return ArrayValue.of(shape, all);
  }

  private static ArrayShape concatenated(ArrayShape left, ArrayShape right) {
    int difference = left.dimensions() - right.dimensions();
    if (Math.abs(difference) > 1) {
      throw incompatible(
          "Arrays of %d and %d dimensions are not compatible for concatenation."
              .formatted(left.dimensions(), right.dimensions()));
    }
    ArrayShape larger = difference < 0 ? right : left;
    int[] lengths = larger.lengths();
    if (difference == 0) {
      requireSame(left, 1, right, 1, "Arrays with differing element dimensions");
      lengths[0] += right.length(0);
    } else {
      ArrayShape smaller = difference < 0 ? left : right;
      requireSame(larger, 1, smaller, 0, "Arrays with differing dimensions");
      lengths[0]++;
    }
    return ArrayShape.of(lengths, larger.lowerBounds());
  }

  private static void requireSame(
      ArrayShape left, int leftFrom, ArrayShape right, int rightFrom, String what) {
    for (int i = leftFrom; i < left.dimensions(); i++) {
      int other = i - leftFrom + rightFrom;
      if (left.length(i) != right.length(other) || left.lowerBound(i) != right.lowerBound(other)) {
        throw incompatible(what + " are not compatible for concatenation.");
      }
    }
  }

  private static ColonnadeException incompatible(String detail) {
    return new ColonnadeException(
        ErrorCode.ARRAY_SUBSCRIPT,
        "cannot concatenate incompatible arrays",
        ErrorFields.NONE.withDetail(detail));
  }

  /** Returns the array of arrays as its elements, which have the same dimensions. */
  public static List<?> nested(@Nullable Object... arrays) {
    List<@Nullable Object> all = new ArrayList<>();
    ArrayShape first = null;
    boolean hasEmpty = false;
    for (Object array : arrays) {
      if (!(array instanceof List<?> list) || list.isEmpty()) {
        hasEmpty = true;
        continue;
      }
      ArrayShape shape = ArrayValue.shapeOf(list);
      ArrayShape.requireDimensions(shape.dimensions() + 1);
      first = first == null ? shape : first;
      requireMatching(first.equals(shape));
      all.addAll(list);
    }
    if (first == null) {
      return List.of();
    }
    requireMatching(!hasEmpty);
    return ArrayValue.of(first.within(arrays.length), all);
  }

  private static void requireMatching(boolean isMatching) {
    if (!isMatching) {
      throw new ColonnadeException(
          ErrorCode.ARRAY_SUBSCRIPT,
          "multidimensional arrays must have array expressions with matching dimensions");
    }
  }

  /** Returns elements with the shape of another array, which has as many. */
  public static List<?> shaped(List<?> elements, List<?> other) {
    return ArrayValue.of(ArrayValue.shapeOf(other), elements);
  }

  /** Returns an array of a repeated value, numbered from 1. */
  public static List<?> arrayFill(@Nullable Object value, @Nullable List<?> lengths) {
    return fill(value, lengths, null);
  }

  /** Variant of {@link #arrayFill(Object, List)} with lower bounds. */
  public static List<?> arrayFill(
      @Nullable Object value, @Nullable List<?> lengths, @Nullable List<?> lowerBounds) {
    if (lowerBounds == null) {
      throw nullNotAllowed("dimension array or low bound array cannot be null");
    }
    return fill(value, lengths, lowerBounds);
  }

  private static List<?> fill(
      @Nullable Object value, @Nullable List<?> lengths, @Nullable List<?> lowerBounds) {
    if (lengths == null) {
      throw nullNotAllowed("dimension array or low bound array cannot be null");
    }
    int[] counts = numbers(lengths);
    ArrayShape.requireDimensions(counts.length);
    int[] bounds = new int[counts.length];
    Arrays.fill(bounds, 1);
    if (lowerBounds != null) {
      bounds = numbers(lowerBounds);
      if (bounds.length != counts.length) {
        throw wrongSubscripts("Low bound array has different size than dimensions array.");
      }
    }
    ArrayShape shape = ArrayShape.of(counts, bounds);
    return ArrayValue.of(shape, Collections.nCopies(shape.count(), value));
  }

  private static int[] numbers(List<?> array) {
    if (ArrayValue.shapeOf(array).dimensions() > 1) {
      throw wrongSubscripts("Dimension array must be one dimensional.");
    }
    int[] numbers = new int[array.size()];
    for (int i = 0; i < numbers.length; i++) {
      Interruption.check(i);
      if (!(array.get(i) instanceof Number number)) {
        throw nullNotAllowed("dimension values cannot be null");
      }
      numbers[i] = number.intValue();
    }
    return numbers;
  }

  private static ColonnadeException wrongSubscripts(String detail) {
    return new ColonnadeException(
        ErrorCode.ARRAY_SUBSCRIPT, WRONG_SUBSCRIPTS, ErrorFields.NONE.withDetail(detail));
  }

  private static ColonnadeException nullNotAllowed(String message) {
    return new ColonnadeException(ErrorCode.NULL_NOT_ALLOWED, message);
  }
}
