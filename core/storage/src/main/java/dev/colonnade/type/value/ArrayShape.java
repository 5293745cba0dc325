package dev.colonnade.type.value;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Dimensions of an array: their lengths and lower bounds. An array without elements has none.
 * Immutable; the order is that of arrays with equal elements.
 */
public final class ArrayShape implements Comparable<ArrayShape> {
  /** The most dimensions of an array, as in PostgreSQL. */
  public static final int DIMENSIONS_MAX = 6;

  /** The most elements of an array, as in PostgreSQL. */
  public static final int ELEMENTS_MAX = 134_217_727;

  /** Shape of arrays without elements. */
  public static final ArrayShape EMPTY = new ArrayShape(new int[0], new int[0]);

  private final int[] lengths;
  private final int[] lowerBounds;

  private ArrayShape(int[] lengths, int[] lowerBounds) {
    this.lengths = lengths;
    this.lowerBounds = lowerBounds;
  }

  /**
   * Returns the shape with these dimensions; {@link #EMPTY} if one of them has no elements.
   *
   * @throws ColonnadeException LIMIT_EXCEEDED if there are too many dimensions or elements, or an
   *     upper bound is too large
   */
  public static ArrayShape of(int[] lengths, int[] lowerBounds) {
    if (lengths.length != lowerBounds.length) {
      throw new IllegalArgumentException(
          "lengths=%d lowerBounds=%d".formatted(lengths.length, lowerBounds.length));
    }
    requireDimensions(lengths.length);
    if (countOf(lengths) == 0) {
      return EMPTY;
    }
    for (int i = 0; i < lengths.length; i++) {
      long end = (long) lowerBounds[i] + lengths[i];
      if (end > Integer.MAX_VALUE) {
        throw new ColonnadeException(
            ErrorCode.LIMIT_EXCEEDED, "array lower bound is too large: " + lowerBounds[i]);
      }
    }
    return new ArrayShape(lengths.clone(), lowerBounds.clone());
  }

  /** Returns the shape of one dimension. */
  public static ArrayShape ofOne(int length, int lowerBound) {
    return of(new int[] {length}, new int[] {lowerBound});
  }

  /** Throws LIMIT_EXCEEDED if there are more dimensions than an array may have. */
  public static void requireDimensions(int dimensions) {
    if (dimensions > DIMENSIONS_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "number of array dimensions (%d) exceeds the maximum allowed (%d)"
              .formatted(dimensions, DIMENSIONS_MAX));
    }
  }

  /** Returns the number of elements of these dimensions; LIMIT_EXCEEDED if it is too large. */
  public static int countOf(int[] lengths) {
    long count = lengths.length == 0 ? 0 : 1;
    for (int length : lengths) {
      count *= length;
      if (length < 0 || count > Integer.MAX_VALUE) {
        throw tooLarge();
      }
    }
    if (count > ELEMENTS_MAX) {
      throw tooLarge();
    }
    return (int) count;
  }

  /** Returns the error of an array with too many elements. */
  public static ColonnadeException tooLarge() {
    return new ColonnadeException(
        ErrorCode.LIMIT_EXCEEDED,
        "array size exceeds the maximum allowed (%d)".formatted(ELEMENTS_MAX));
  }

  /** Returns the number of dimensions. */
  public int dimensions() {
    return lengths.length;
  }

  /** Returns the number of elements. */
  public int count() {
    return countOf(lengths);
  }

  /** Returns the length of a dimension, by its number from 0. */
  public int length(int dimension) {
    return lengths[dimension];
  }

  /** Returns the first subscript of a dimension, by its number from 0. */
  public int lowerBound(int dimension) {
    return lowerBounds[dimension];
  }

  /** Returns the last subscript of a dimension, by its number from 0. */
  public int upperBound(int dimension) {
    return lowerBounds[dimension] + lengths[dimension] - 1;
  }

  /** Returns the lengths of all dimensions. */
  public int[] lengths() {
    return lengths.clone();
  }

  /** Returns the first subscripts of all dimensions. */
  public int[] lowerBounds() {
    return lowerBounds.clone();
  }

  /** Returns the number of elements below one subscript of a dimension. */
  public int stride(int dimension) {
    int stride = 1;
    for (int i = dimension + 1; i < lengths.length; i++) {
      stride *= lengths[i];
    }
    return stride;
  }

  /** Returns the index of an element in storage order; -1 if a subscript is out of bounds. */
  public int indexOf(int[] subscripts) {
    int index = 0;
    for (int i = 0; i < lengths.length; i++) {
      long place = (long) subscripts[i] - lowerBounds[i];
      if (place < 0 || place >= lengths[i]) {
        return -1;
      }
      index = index * lengths[i] + (int) place;
    }
    return index;
  }

  /** Returns the shape of an array of so many arrays of this shape. */
  public ArrayShape within(int count) {
    int[] outerLengths = new int[lengths.length + 1];
    int[] outerBounds = new int[lengths.length + 1];
    outerLengths[0] = count;
    outerBounds[0] = 1;
    System.arraycopy(lengths, 0, outerLengths, 1, lengths.length);
    System.arraycopy(lowerBounds, 0, outerBounds, 1, lengths.length);
    return of(outerLengths, outerBounds);
  }

  /** Returns the number of dimensions that begin with an element, by its index from 0. */
  public int opened(int index) {
    return aligned(index);
  }

  /** Returns the number of dimensions that end with an element, by its index from 0. */
  public int closed(int index) {
    return aligned(index + 1);
  }

  private int aligned(int index) {
    int count = 0;
    int size = 1;
    for (int i = lengths.length - 1; i >= 0; i--) {
      size *= lengths[i];
      if (index % size != 0) {
        return count;
      }
      count++;
    }
    return count;
  }

  /** Returns whether the array has at most one dimension, which is numbered from 1. */
  public boolean isPlain() {
    return lengths.length == 0 || (lengths.length == 1 && lowerBounds[0] == 1);
  }

  /** Returns whether all dimensions are numbered from 1. */
  public boolean isFromOne() {
    for (int bound : lowerBounds) {
      if (bound != 1) {
        return false;
      }
    }
    return true;
  }

  /** Compares the counts of elements and of dimensions, then the lengths, then the bounds. */
  @Override
  public int compareTo(ArrayShape other) {
    int order = Integer.compare(count(), other.count());
    if (order == 0) {
      order = Integer.compare(lengths.length, other.lengths.length);
    }
    if (order == 0) {
      order = Arrays.compare(lengths, other.lengths);
    }
    return order != 0 ? order : Arrays.compare(lowerBounds, other.lowerBounds);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ArrayShape that
        && Arrays.equals(lengths, that.lengths)
        && Arrays.equals(lowerBounds, that.lowerBounds);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(lengths) + Arrays.hashCode(lowerBounds);
  }

  /** Returns the bounds as {@code array_dims} shows them: {@code [1:2][0:3]}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < lengths.length; i++) {
      text.append('[').append(lowerBounds[i]).append(':').append(upperBound(i)).append(']');
    }
    return text.toString();
  }
}
