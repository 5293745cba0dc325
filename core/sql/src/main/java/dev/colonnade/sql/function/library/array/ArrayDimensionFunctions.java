package dev.colonnade.sql.function.library.array;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import java.util.AbstractList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions of the dimensions of arrays. */
public final class ArrayDimensionFunctions {
  private ArrayDimensionFunctions() {}

  public static @Nullable Integer arrayLength(List<?> array, int dimension) {
    ArrayShape shape = ArrayValue.shapeOf(array);
    return isDimension(shape, dimension) ? shape.length(dimension - 1) : null;
  }

  public static @Nullable Integer arrayLower(List<?> array, int dimension) {
    ArrayShape shape = ArrayValue.shapeOf(array);
    return isDimension(shape, dimension) ? shape.lowerBound(dimension - 1) : null;
  }

  public static @Nullable Integer arrayUpper(List<?> array, int dimension) {
    ArrayShape shape = ArrayValue.shapeOf(array);
    return isDimension(shape, dimension) ? shape.upperBound(dimension - 1) : null;
  }

  private static boolean isDimension(ArrayShape shape, int dimension) {
    return dimension >= 1 && dimension <= shape.dimensions();
  }

  public static @Nullable Integer arrayNdims(List<?> array) {
    return array.isEmpty() ? null : ArrayValue.shapeOf(array).dimensions();
  }

  public static @Nullable String arrayDims(List<?> array) {
    return array.isEmpty() ? null : ArrayValue.shapeOf(array).toString();
  }

  public static int cardinality(List<?> array) {
    return array.size();
  }

  public static List<?> generateSubscripts(List<?> array, int dimension) {
    return generateSubscripts(array, dimension, false);
  }

  /** Returns the subscripts of a dimension, from the last one on if {@code isReverse}. */
  public static List<?> generateSubscripts(List<?> array, int dimension, boolean isReverse) {
    ArrayShape shape = ArrayValue.shapeOf(array);
    if (!isDimension(shape, dimension)) {
      return List.of();
    }
    int first = shape.lowerBound(dimension - 1);
    int last = shape.upperBound(dimension - 1);
    return new AbstractList<Object>() {
      @Override
      public Object get(int index) {
        return isReverse ? last - index : first + index;
      }

      @Override
      public int size() {
        return last - first + 1;
      }
    };
  }

  /** Returns an array without the last elements of its first dimension. */
  public static List<?> trimArray(List<?> array, int count) {
    ArrayShape shape = ArrayValue.shapeOf(array);
    int length = array.isEmpty() ? 0 : shape.length(0);
    if (count < 0 || count > length) {
      throw new ColonnadeException(
          ErrorCode.ARRAY_SUBSCRIPT, "number of elements to trim must be between 0 and " + length);
    }
    return array.isEmpty()
        ? array
        : ArraySubscriptFunctions.arraySlice(array, "u", shape.upperBound(0) - count);
  }
}
