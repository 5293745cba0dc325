package dev.colonnade.sql.function.array;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Array of the arrays that a query or an aggregate collects, which have the same dimensions.
 * Vectors are elements.
 */
public final class ArrayNesting {
  private ArrayNesting() {}

  /** Returns the arrays as one with another dimension; none are an array without elements. */
  public static List<@Nullable Object> of(List<?> arrays) {
    if (!arrays.isEmpty() && arrays.getFirst() instanceof ZeroBasedArray) {
      return Collections.unmodifiableList(arrays);
    }
    List<@Nullable Object> all = new ArrayList<>();
    ArrayShape first = ArrayShape.EMPTY;
    for (int i = 0; i < arrays.size(); i++) {
      Interruption.check(i);
      if (!(arrays.get(i) instanceof List<?> array)) {
        throw new ColonnadeException(ErrorCode.NULL_NOT_ALLOWED, "cannot accumulate null arrays");
      }
      ArrayShape shape = ArrayValue.shapeOf(array);
      requireShape(shape.dimensions() > 0, "cannot accumulate empty arrays");
      first = i == 0 ? shape : first;
      requireShape(shape.equals(first), "cannot accumulate arrays of different dimensionality");
      all.addAll(array);
    }
    return arrays.isEmpty() ? all : ArrayValue.of(first.within(arrays.size()), all);
  }

  private static void requireShape(boolean isMet, String message) {
    if (!isMet) {
      throw new ColonnadeException(ErrorCode.ARRAY_SUBSCRIPT, message);
    }
  }
}
